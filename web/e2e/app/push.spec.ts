import {
  deliver,
  endSubscription,
  openOtherWindow,
  pushedTo,
  replacePushManager,
  type Subscription,
  shownBy,
  subscribed,
  tap,
  workerOf,
} from '../fixtures/browser/push';
import { bell, voidCheck } from '../fixtures/inbox';
import { newLocation, newPerson } from '../fixtures/people';
import { call, expect, scrollsSideways, test } from '../fixtures/test';

const business = 'Corner Trattoria';

test.use({ permissions: ['notifications'], serviceWorkers: 'allow' });

test('a push is encrypted, shown, and leads to its subject', async ({
  page,
  context,
  request,
  axe,
}) => {
  test.slow();
  const pushes = await replacePushManager(context);
  const config = await (await request.get('/config/v1/app')).json();
  const subscription: Subscription = await subscribed(request, config.vapidPublicKey);
  pushes.next = subscription;
  await newPerson(page, request, 'Pia');
  const unique = Date.now().toString(36);
  const till = await newLocation(page, request, `push-${unique}`, business);
  const worker = await workerOf(context);

  await test.step('turned on by a tap, in the profile', async () => {
    await page.goto('/profile');
    await page.getByRole('link', { name: /^Notifications on Your Devices/ }).click();
    await expect(page.getByText('No device shows notifications yet.')).toBeVisible();
    await axe();
    expect(pushes.current).toBeNull();
    await page.getByRole('switch', { name: 'Notifications on this device' }).click();
    await expect(page.getByText('Notifications are on for this device.')).toBeVisible();
    await expect(page.getByRole('switch', { name: 'Notifications on this device' })).toBeChecked();
    await expect(page.getByText('This device', { exact: true })).toBeVisible();
    await expect(page.getByText('nothing delivered yet', { exact: false })).toBeVisible();
    await axe();
    expect(await scrollsSideways(page)).toBe(false);
  });

  await test.step('a test push is a toast in a visible app', async () => {
    await page.getByRole('button', { name: /^Send test to / }).click();
    await expect.poll(async () => (await pushedTo(request, subscription)).length).toBe(1);
    await expect(page.getByText('last delivered', { exact: false })).toBeVisible();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    const [sent] = await pushedTo(request, subscription);
    if (!sent) throw new Error('a push');
    await deliver(page, sent);
    await expect(page.getByRole('status').filter({ hasText: sent.data.body })).toBeVisible();
    expect(await shownBy(worker, 0)).toEqual([]);
  });

  const check = `p-${unique}`;
  await test.step('an event is pushed once quiet hours are off', async () => {
    const quietHours = { enabled: false, from: '22:00', until: '08:00' };
    await call(page, 'update-notification-rules', { posID: till.posID, quietHours });
    await page.goto('/home');
    await voidCheck(till, check, 84.2);
    await expect(bell(page, 1)).toBeVisible();
    await expect.poll(async () => (await pushedTo(request, subscription)).length).toBe(2);
    const [, sent] = await pushedTo(request, subscription);
    expect(sent).toMatchObject({
      urgency: 'high',
      data: {
        posID: till.posID,
        kind: 'largeVoid',
        title: business,
        body: expect.stringMatching(/^Large void: \$84\.20 at \d{1,2}:\d\d [AP]M$/),
        target: { kind: 'check', id: check },
        unread: 1,
      },
    });
  });

  await test.step('shown once while another window is in front', async () => {
    const front = await openOtherWindow(page, worker);
    const [, sent] = await pushedTo(request, subscription);
    if (!sent) throw new Error('a push');
    await deliver(page, sent);
    const shown = [{ title: business, body: sent.data.body, tag: sent.data.id }];
    expect(await shownBy(worker, 1)).toEqual(shown);
    await tap(worker);
    await page.waitForURL('**/home/sales-history?**');
    await expect(page.getByRole('dialog', { name: `Check #${check}` })).toBeVisible();
    expect(await shownBy(worker, 1)).toEqual([]);
    // Pushes are sent at least once: a repeated one shows nothing, a later one does.
    await deliver(page, sent);
    const later = { ...sent, data: { ...sent.data, id: `later-${unique}`, body: 'Later' } };
    await deliver(page, later);
    const laterShown = [{ title: business, body: 'Later', tag: later.data.id }];
    expect(await shownBy(worker, 2)).toEqual(laterShown);
    await front.close();
  });

  await test.step('following it marks it as viewed', async () => {
    await expect(page).not.toHaveURL(/viewed=/);
    await page.goto('/home');
    await expect(bell(page, 0)).toBeVisible();
  });

  await test.step('a device that refuses pushes leaves the list', async () => {
    await page.goto('/profile/devices');
    await expect(page.getByText('This device', { exact: true })).toBeVisible();
    await endSubscription(request, subscription);
    await page.getByRole('button', { name: /^Send test to / }).click();
    await expect(
      page.getByText('This device no longer accepts notifications, so it was removed.'),
    ).toBeVisible();
    await expect(page.getByText('No device shows notifications yet.')).toBeVisible();
    await expect(
      page.getByRole('switch', { name: 'Notifications on this device' }),
    ).not.toBeChecked();
  });
});

test('a device is renewed, removed, and forgotten at sign-out', async ({
  page,
  context,
  request,
  axe,
}) => {
  const pushes = await replacePushManager(context);
  const config = await (await request.get('/config/v1/app')).json();
  const fresh = () => subscribed(request, config.vapidPublicKey);
  pushes.next = await fresh();
  await newPerson(page, request, 'Rena');
  await newLocation(page, request, `device-${Date.now().toString(36)}`, business);
  const here = page.getByRole('switch', { name: 'Notifications on this device' });
  const devices = async () =>
    (await call<{ deviceList: { deviceID: string }[] }>(page, 'get-devices', {})).deviceList;

  await test.step('another endpoint replaces the one before at the next start', async () => {
    await page.goto('/profile/devices');
    await here.click();
    await expect(here).toBeChecked();
    const [before] = await devices();
    pushes.current = await fresh();
    await page.reload();
    // The one before is removed, then the new one is added.
    const renewed = async () => {
      const [now, ...others] = await devices();
      return now !== undefined && now.deviceID !== before?.deviceID && others.length === 0;
    };
    await expect.poll(renewed).toBe(true);
    await page.reload();
    await expect(here).toBeChecked();
  });

  await test.step('removed after a question, and off in this browser', async () => {
    await page.getByRole('button', { name: /^Remove / }).click();
    const question = page.getByRole('dialog', { name: /^Remove .*\?$/ });
    await expect(question).toBeVisible();
    await axe();
    await question.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('No device shows notifications yet.')).toBeVisible();
    await expect(here).not.toBeChecked();
    await expect.poll(() => pushes.current).toBeNull();
  });

  await test.step('sign-out ends the subscription', async () => {
    pushes.next = await fresh();
    await here.click();
    await expect(here).toBeChecked();
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('**/auth/login');
    await expect.poll(() => pushes.current).toBeNull();
    const kept = () =>
      page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
    await expect.poll(kept).not.toContain('saffron-pushes');
  });
});

test('the offer asks for permission on a tap only', async ({ page, context, request, axe }) => {
  const pushes = await replacePushManager(context);
  const config = await (await request.get('/config/v1/app')).json();
  pushes.next = await subscribed(request, config.vapidPublicKey);
  // Permission was not requested yet; it will be granted.
  await context.addInitScript(() => {
    let permission = 'default';
    Object.defineProperty(Notification, 'permission', { get: () => permission });
    Notification.requestPermission = async () => {
      permission = 'granted';
      return 'granted';
    };
  });
  await newPerson(page, request, 'Otto');
  await newLocation(page, request, `offer-${Date.now().toString(36)}`, business);
  const offer = page.getByRole('region', { name: 'Notifications on this device' });
  const empty = page.getByText('You do not have any notifications.');

  await page.goto('/notifications');
  await expect(offer).toBeVisible();
  await axe();
  expect(await scrollsSideways(page)).toBe(false);
  await offer.getByRole('button', { name: 'Dismiss' }).click();
  await expect(offer).toBeHidden();
  await page.reload();
  await expect(empty).toBeVisible();
  await expect(offer).toBeHidden();
  expect(pushes.current).toBeNull();

  await page.evaluate(() => localStorage.removeItem('push_offer'));
  await page.reload();
  await offer.getByRole('button', { name: 'Turn On' }).click();
  await expect(page.getByText('Notifications are on for this device.')).toBeVisible();
  await expect(offer).toBeHidden();
  const { deviceList } = await call<{ deviceList: object[] }>(page, 'get-devices', {});
  expect(deviceList).toHaveLength(1);
});

test.describe('refused', () => {
  test.use({ permissions: [] });

  test('a refusal shows where to allow pushes', async ({ page, request, axe }) => {
    await newPerson(page, request, 'Nils');
    await page.goto('/profile/devices');
    await expect(
      page.getByText(/^Your browser blocks notifications from this site\./),
    ).toBeVisible();
    await expect(page.getByRole('switch')).toHaveCount(0);
    await axe();
    await page.goto('/notifications');
    await expect(page.getByText('You do not have any notifications.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Turn On' })).toHaveCount(0);
  });
});
