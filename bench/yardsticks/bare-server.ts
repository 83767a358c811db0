import { createServer } from 'node:http';
import { Pool } from 'pg';

/**
 * The least that could answer the newest 25 sales: node:http and one prepared statement, no validation, no
 * roles, no errors. What the product adds is measured against it.
 */
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

const NEWEST = {
  name: 'newest',
  text: `select s.sale_id, s.name as pokemon_name, s.form, s.price, s.date_sold::text, s.proof_url, s.status, s.submitted_by,
      s.date_submitted, s.nature, s.ability, s.hidden_power, s.level, s.is_shiny, s.held_item, s.hp_iv, s.atk_iv, s.def_iv,
      s.spatk_iv, s.spdef_iv, s.speed_iv, s.version,
      (select username from account where user_id = s.submitted_by) as submitted_by_username
    from sale s where s.kind = 'pokemon' and s.status = 'approved' and s.deleted_at is null
    order by s.date_sold desc, s.sale_id desc limit 25`,
};

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
