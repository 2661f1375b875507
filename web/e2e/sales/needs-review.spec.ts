import type { ReviewList } from '../../src/api';
import { chooseLocation, read } from '../fixtures/payments';
import { expect, scrollsSideways, signIn, test } from '../fixtures/test';

test('what needs review is resolved with a note, and undone', async ({ page, axe }) => {
  await signIn(page);
  await chooseLocation(page);
  // The demo's provider withholds some payments.
  const before = await read<ReviewList>(page, 'reviews', { state: 'open', limit: '1' });
  const count = before.open?.count ?? 0;
  expect(count).toBeGreaterThan(1);
  await page.goto('/stripe-transactions');
  const note = page.getByRole('button', { name: /need review/ });
  await expect(note).toContainText(`${count} payments`);
  await note.click();
  const list = page.getByRole('dialog', { name: 'Needs review' });
  await expect(list.getByText(new RegExp(`^${count} open, `))).toBeVisible();
  await axe();
  expect(await scrollsSideways(page)).toBe(false);
  const [newest] = before.data;
  await list.getByRole('list').getByRole('button').first().click();
  const details = page.getByRole('dialog').last();
  await details.getByLabel('Note (optional)').fill('Paid in cash');
  await axe();
  await details.getByRole('button', { name: 'Resolve' }).click();
  await expect(list.getByText(new RegExp(`^${count - 1} open, `))).toBeVisible();
  const after = await read<ReviewList>(page, 'reviews', { state: 'resolved' });
  const resolved = after.data.find(({ id }) => id === newest?.id);
  expect(resolved?.review).toMatchObject({ resolved: true, note: 'Paid in cash' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(list.getByText(new RegExp(`^${count} open, `))).toBeVisible();
});
