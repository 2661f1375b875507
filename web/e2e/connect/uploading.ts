import type { APIRequestContext, Page } from '@playwright/test';
import { chooseLocation, newLocation, newPerson } from '../fixtures/people';
import { call } from '../fixtures/test';

/** Chooses files on the page that takes them. */
export async function choose(
  page: Page,
  files: Parameters<Page['setInputFiles']>[1],
): Promise<void> {
  await page.locator('main input[type=file]:not([accept*=yaml])').setInputFiles(files);
}

/** A person with a location of their own, on the page that takes files. */
export async function withLocation(page: Page, request: APIRequestContext, name: string) {
  await newPerson(page, request, name);
  const posID = `upload-${Date.now().toString(36)}`;
  await newLocation(page, request, posID, `${name} Diner`);
  await chooseLocation(page, posID);
  await page.goto('/admin-configuration/connect/upload');
  return posID;
}

/** Net sales of the days in cents, as reports have them. */
export async function netSales(page: Page, posID: string, startDate: string, endDate: string) {
  const rows = await call<{ netSales: number }[]>(page, 'get-daily-sales-labor', {
    posID,
    startDate,
    endDate,
  });
  return rows.reduce((sum, row) => sum + Math.round(row.netSales * 100), 0);
}
