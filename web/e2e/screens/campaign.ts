import type { Page } from '@playwright/test';
import type { Campaign } from '../../src/api';
import { location } from '../fixtures/payments';
import { mailsAbout, mailsTo } from '../fixtures/servers/standIns';
import { call } from '../fixtures/test';
import { open } from './open';

/** Text of the pictures' campaign. */
const text = {
  subject: 'Dinner for two on a rainy Sunday',
  body: 'Come in from the rain: these two go well together.',
};

/** The form of a promotion to all possible recipients. */
export async function writePromotion(page: Page): Promise<void> {
  await open(page, '/email-marketing/promotion-email-marketing');
  const kept = page.getByRole('button', { name: 'Discard draft' });
  if (await kept.isVisible()) await kept.click();
  await page.getByRole('button', { name: /^Select all/ }).click();
  await page.getByLabel('Subject').fill(text.subject);
  await page.getByLabel('Message').fill(text.body);
  await page.getByRole('button', { name: 'Select items' }).click();
  const picker = page.getByRole('dialog', { name: 'Select Item' });
  for (const index of [1, 4]) {
    await picker.getByRole('list', { name: 'Items' }).getByRole('button').nth(index).click();
  }
  await picker.getByRole('button', { name: 'Done' }).click();
  await picker.waitFor({ state: 'hidden' });
}

/** The address of a finished campaign of the demo, sent once for all pictures. */
export async function campaignPath(page: Page): Promise<string> {
  const body = { posID: location, channel: 'email', limit: 100 };
  const { campaignList } = await call<{ campaignList: Campaign[] }>(page, 'get-campaigns', body);
  const sent = campaignList.find(
    ({ subject, kind }) => subject === text.subject && kind === 'promotion',
  );
  if (sent !== undefined) return `/email-marketing/campaigns/${sent.campaignID}`;
  await writePromotion(page);
  await page.getByRole('button', { name: 'Send email' }).click();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.waitForURL('**/campaigns/*');
  await page.getByText('Finished', { exact: true }).waitFor();
  return new URL(page.url()).pathname;
}

/** Shows the mail of that campaign as it arrived. */
export async function openMail(page: Page): Promise<void> {
  await campaignPath(page);
  const [address = ''] = (await mailsAbout(page.request, text.subject))[0]?.to ?? [];
  const mails = await mailsTo(page.request, address);
  await page.goto('about:blank');
  await page.setContent(mails.find(({ subject }) => subject === text.subject)?.html ?? '');
}
