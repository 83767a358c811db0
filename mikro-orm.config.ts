import { ormConfig } from './src/db/orm.ts';

/** For `mikro-orm migration:create` alone; the application reads `src/config.ts`. */
export default ormConfig({
  url: process.env.DATABASE_URL ?? 'postgres://localhost/marketdex',
  pool: 2,
  writesMigrations: true,
});
