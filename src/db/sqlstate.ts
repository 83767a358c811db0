/**
 * SQLSTATEs by the names of their conditions in PostgreSQL: https://www.postgresql.org/docs/current/errcodes-appendix.html.
 * `problems.ts` classifies those that any statement may meet.
 */
export const SQLSTATE = {
  uniqueViolation: '23505',
  readOnlySqlTransaction: '25006',
  invalidAuthorizationSpecification: '28000',
  invalidPassword: '28P01',
  invalidCatalogName: '3D000',
  insufficientPrivilege: '42501',
  duplicateObject: '42710',
  duplicateDatabase: '42P04',
  duplicateTable: '42P07',
  diskFull: '53100',
  tooManyConnections: '53300',
  lockNotAvailable: '55P03',
  queryCanceled: '57014',
  cannotConnectNow: '57P03',
} as const;
