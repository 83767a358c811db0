import { Client } from 'pg';

/**
 * Fills the sale table with approved pokemon sales, using SQL only: names follow a power law, prices are log-normal,
 * dates span two years. Only their number and distribution matter, so the traits need not be realistic.
 */
export async function fillSales(url: string, sales: number): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select setseed(0.42)');
    await client.query(
      `insert into sale (kind, name, price, date_sold, proof_url, status, date_submitted, decided_at, species_id, form,
         nature, ability, hidden_power, level, is_shiny, hp_iv, atk_iv, def_iv, spatk_iv, spdef_iv, speed_iv)
       select 'pokemon', species.name, drawn.price, drawn.day, 'https://forum.example/thread/' || drawn.n, 'approved',
         drawn.day, drawn.day, species.species_id, 'Normal', drawn.nature, 'Run Away', drawn.hp_type, 50, drawn.n % 50 = 0,
         drawn.ivs[1], drawn.ivs[2], drawn.ivs[3], drawn.ivs[4], drawn.ivs[5], drawn.ivs[6]
       from (
         select n, 1 + floor(649 * power(random(), 3))::int as species_id,
           greatest(1, exp(13 + 1.5 * (random() + random() + random() - 1.5) * 2))::bigint as price,
           current_date - floor(730 * power(random(), 1.5))::int as day,
           (array['Adamant', 'Jolly', 'Modest', 'Timid', 'Bold', 'Calm', 'Hardy', 'Brave'])[1 + n % 8] as nature,
           (array['Fire', 'Ice', 'Ground', 'Dark', 'Grass', 'Electric'])[1 + n % 6] as hp_type,
           (select array_agg(case when random() < 0.4 then 31 else floor(32 * random())::int end)
              from generate_series(1, 6) where n = n) as ivs
         from generate_series(1, $1::int) as n) drawn
       join species using (species_id)`,
      [sales],
    );
    await client.query('vacuum analyze sale');
  } finally {
    await client.end();
  }
}
