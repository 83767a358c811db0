import { createServer } from 'node:http';
import { Pool } from 'pg';
import { COMPILER } from '../../src/db/read-servers/read-pool.ts';
import { publicConditions } from '../../src/modules/market/sale.filter.ts';
import { firstRows } from '../../src/modules/market/sale.queries.ts';

/**
 * The baseline: the simplest server for the newest 25 sales. It uses node:http and the product's own prepared
 * statement, without validation, roles, totals or error handling. The product is compared with it.
 */
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

const conditions = publicConditions({ kind: 'pokemon' });
const { sql: text } = firstRows(conditions, { sort: 'date_sold', order: 'desc' }, 25).compile(COMPILER);
const NEWEST = { name: 'newest', text };

const server = createServer((_request, response) => {
  pool.query(NEWEST).then(
    ({ rows }) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ data: rows }));
    },
    () => {
      response.statusCode = 500;
      response.end();
    },
  );
});

server.listen(Number(process.env.PORT), '127.0.0.1');
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  void pool.end();
});
