import type { ReviewList } from '../../src/api';
import { chooseLocation, read } from '../fixtures/payments';
import { expect, scrollsSideways, signIn, test } from '../fixtures/test';

test('what needs review is resolved with a note, and undone', async ({ page, axe }) => {
  await signIn(page);
  await chooseLocation(page);
  // The demo's provider withholds some payments.
  let before: ReviewList | undefined;
  const look = async () => {
    before = await read<ReviewList>(page, 'reviews', { state: 'open', limit: '1' });
    return before.open?.count ?? 0;
  };
  await expect.poll(look).toBeGreaterThan(0);
  const count = before?.open?.count ?? 0;
  await page.goto('/stripe-transactions');
  const note = page.getByRole('button', { name: /needs? review/ });
  await expect(note).toContainText(count === 1 ? '1 payment needs' : `${count} payments need`);
  await note.click();
  const list = page.getByRole('dialog', { name: 'Needs review' });
  await expect(list.getByText(new RegExp(`^${count} open, `))).toBeVisible();
  await axe();
  expect(await scrollsSideways(page)).toBe(false);
  const newest = before?.data[0];
  await list.getByRole('list').getByRole('button').first().click();
  const details = page.getByRole('dialog').last();
  await details.getByLabel('Note (optional)').fill('Paid in cash');
  await axe();
  await details.getByRole('button', { name: 'Resolve' }).click();
  const left = count === 1 ? 'Nothing needs review' : new RegExp(`^${count - 1} open, `);
  await expect(list.getByText(left)).toBeVisible();
  const after = await read<ReviewList>(page, 'reviews', { state: 'resolved' });
  const resolved = after.data.find(({ id }) => id === newest?.id);
  expect(resolved?.review).toMatchObject({ resolved: true, note: 'Paid in cash' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(list.getByText(new RegExp(`^${count} open, `))).toBeVisible();
});
