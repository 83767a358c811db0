import { expect, it } from 'vitest';
import { itemSubmission, makeAccount, makeSale } from './factories.ts';
import { call } from './rest-client.ts';
import { testServer } from './server.ts';

const server = testServer();

it('takes a submission, reviews it and shows it', async () => {
  const user = await makeAccount(server);
  const checker = await makeAccount(server, 'checker');
  const submitted = await call(server, 'POST', '/items/submit', {
    token: user.token,
    body: itemSubmission(),
  });
  expect(submitted).toMatchObject({ status: 200, body: { status: 'pending' } });
  const id = submitted.body.sale_id;
  expect(
    (await call(server, 'PATCH', `/items/${id}`, { token: checker.token, body: { price: 7 } })).body.price,
  ).toBe(7);
  const decided = await call(server, 'PATCH', `/items/${id}/status`, {
    token: checker.token,
    body: { status: 'approved' },
  });
  expect(decided.body).toMatchObject({ status: 'approved', approved_by: checker.user.user_id, version: 3 });
  const again = await call(server, 'PATCH', `/items/${id}/status`, {
    token: checker.token,
    body: { status: 'rejected' },
  });
  expect(again).toMatchObject({ status: 409, body: { decided: { by: checker.user.username } } });
  await makeSale(server, { kind: 'pokemon', status: 'approved' });
  expect((await call(server, 'GET', '/pokemon?nature=adamant&min_perfect_ivs=5')).body.pagination.total).toBe(
    1,
  );
  expect((await call(server, 'GET', '/items/price-history/Master%20Ball')).body.total_records).toBe(1);
  expect((await call(server, 'GET', '/items/search/autocomplete?query=ma')).body.data[0]).toMatchObject({
    name: 'Master Ball',
    sales: 1,
  });
  const events = await server.sql('select type from sale_event where sale_id = ? order by event_id', [id]);
  expect(events.map((event) => event.type)).toEqual(['submitted', 'edited', 'approved']);
});
