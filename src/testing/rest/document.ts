import { z } from 'zod';
import { withoutNames } from '../../http/docs/docs.ts';
import { type Answer, call } from '../clients/rest-client.ts';
import type { TestServer } from '../run/server.ts';

export interface Schema {
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
}

interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; required?: boolean; schema?: unknown }[];
  requestBody?: { content: { 'application/json': { schema: Schema } } };
  responses: Record<string, { content: { 'application/json': { schema: Schema } } }>;
}

/** The OpenAPI document as a client reads it. */
export class RestDocument {
  readonly paths: Readonly<Record<string, Record<string, Operation>>>;

  private constructor(document: Pick<RestDocument, 'paths'>) {
    this.paths = document.paths;
  }

  static async of(server: Pick<TestServer, 'url'>): Promise<RestDocument> {
    const { body } = await call(server, 'GET', '/openapi.json');
    return new RestDocument(withoutNames(JSON.stringify(body)) as RestDocument);
  }

  /** The schema of a route's response with this status; routes are written like `GET /items`. */
  schemaOf(route: string, status: number): Schema {
    const [method = '', path = ''] = route.split(' ');
    const responses = this.paths[path]?.[method.toLowerCase()]?.responses;
    const schema = (responses?.[status] ?? responses?.default)?.content['application/json'].schema;
    if (!schema) throw new Error(`The document has no response for ${route} with ${status}`);
    return schema;
  }

  /** The statuses that the document has for a route. */
  statusesOf(route: string): string[] {
    const [method = '', path = ''] = route.split(' ');
    return Object.keys(this.paths[path]?.[method.toLowerCase()]?.responses ?? {});
  }

  /** What in a response contradicts the document. */
  issuesOf(route: string, { status, body }: Answer) {
    return z.fromJSONSchema(this.schemaOf(route, status) as never).safeParse(body).error?.issues ?? [];
  }
}
