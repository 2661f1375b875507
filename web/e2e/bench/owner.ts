import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { signIn } from '../fixtures/test';
import { provision, type Till } from '../fixtures/till';

/** A new location and someone new who has it and nothing else, signed in on the page. */
export async function newOwner(
  page: Page,
  request: APIRequestContext,
  name: string,
): Promise<Till> {
  const unique = `${name}-${Date.now().toString(36)}`;
  const till = await provision(request, unique, 'Bench');
  const email = `${unique}@saffron.example`;
  const password = `a-long-secret-${unique}`;
  const api = '/api-restaurant-pos/restaurantpro';
  const person = { firstName: 'Bench', lastName: 'Owner', email, phone: '2125550123', password };
  await request.post(`${api}/signup`, { data: person });
  const login = await (
    await request.post(`${api}/login`, { data: { username: email, password } })
  ).json();
  const linked = await request.post(`${api}/link-restaurant`, {
    data: { sessionID: login.body.sessionGuid, posID: till.posID, linkCode: till.linkCode },
  });
  expect(linked.ok()).toBe(true);
  await signIn(page, { email, password });
  return till;
}
