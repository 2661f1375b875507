import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { MessageChannel } from '@/api';
import { remove } from '@/lib/storage/storage';
import {
  button,
  campaignShown,
  marketingAnswers,
  open,
  question,
  sent,
  type,
} from '@/testing/campaignForm';
import { campaign, recipient } from '@/testing/data/marketing';
import { renderApp } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';

marketingAnswers();

describe('the form of a campaign', () => {
  it('asks for one of several locations', async () => {
    remove('default_location');
    renderApp('/email-marketing/basic-email-marketing');
    expect(await screen.findByText('Please select location to proceed!')).toBeVisible();
  });

  const of = { posID: 'demo-pizza', idempotencyKey: expect.stringMatching(/^[\da-f-]{32,36}$/) };
  const email = {
    ...of,
    subject: 'Rainy Sunday',
    body: 'Come in',
    businessName: 'Saffron Pizza',
    website: 'https://pizza.example',
    emails: ['c-1@example.com', 'c-2@example.com'],
  };
  const text = {
    ...of,
    body: 'Come in',
    recipients: [
      { phone: 2125550123, firstName: 'Ana' },
      { phone: 2125550124, firstName: '' },
    ],
  };
  const items = [{ imageUrl: null, name: 'Item w', originalPrice: 10, price: 8 }];
  const promoCode = 'RAINY-20';

  it.each<[MessageChannel, string, string, object]>([
    ['email', 'basic', 'simple-email/online-kitchen-single-location', email],
    ['email', 'promotion', 'promotion/online-kitchen-single-promotion', { ...email, items }],
    [
      'email',
      'promo-code',
      'promotion/online-kitchen-promotion-code-single-location',
      {
        ...email,
        promoCode,
        discountPercentage: 20,
        validUntil: '2030-01-31',
        items: [],
        posItemIDs: [],
      },
    ],
    ['text', 'basic', 'simple-text/online-kitchen-single', text],
    ['text', 'promotion', 'promotion-text/online-kitchen-single', text],
    [
      'text',
      'promo-code',
      'promotion-text/online-kitchen-promotion-code-single',
      {
        ...text,
        promoCode,
        discountPercentage: 20,
        validUntil: '2030-01-31',
        items,
        posItemIDs: ['w'],
      },
    ],
  ])('sends an %s of the kind %s once, and shows it', async (channel, kind, path, contents) => {
    server.use(answer('get-campaign', campaign('c-9', { state: 'sending', channel })));
    const { router } = await open(`/${channel}-marketing/${kind}-${channel}-marketing`);
    await userEvent.click(button('Select all 2'));
    if (channel === 'email') type('Subject', 'Rainy Sunday');
    type('Message', 'Come in');
    if (kind === 'promo-code') {
      type('Promo code', 'rainy-20');
      type('Percent off', '20');
      type('Valid until', '2030-01-31');
    }
    if ((kind === 'promotion') === (channel === 'email') && kind !== 'basic') {
      await userEvent.click(button('Select items'));
      const picker = within(await screen.findByRole('dialog', { name: 'Select Item' }));
      await userEvent.click(await picker.findByRole('button', { name: /Item w/ }));
      await userEvent.click(picker.getByRole('button', { name: 'Done' }));
      expect(await screen.findByText('Up to 20% off')).toBeVisible();
    }
    await userEvent.click(button(channel === 'email' ? 'Send email' : 'Send text'));
    expect(await question()).toHaveTextContent('2guests will receive it');
    await userEvent.dblClick(button('Send'));
    expect(
      await screen.findByText(
        channel === 'email'
          ? 'Email sent to all recipients.'
          : 'Text messages sent to all recipients.',
      ),
    ).toBeVisible();
    expect(sent).toEqual([{ path: `/notification/api/${path}`, ...contents }]);
    await waitFor(() =>
      expect(router.state.location.pathname).toBe(`/${channel}-marketing/campaigns/c-9`),
    );
    await campaignShown();
  });

  it('shows missing fields before the question', async () => {
    await open('/email-marketing/promotion-email-marketing');
    expect(screen.getByText('Sorry! You do not have any recipients added.')).toBeVisible();
    await userEvent.click(button('Send email'));
    for (const missing of [
      'Please select at least one recipient.',
      'Please enter a subject of 1 to 150 characters.',
      'Please enter a message of 1 to 150 characters.',
      'Please select at least one item.',
    ]) {
      expect(await screen.findByText(missing)).toBeVisible();
    }
    expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
  });

  it('shows that there are no possible recipients', async () => {
    const recipientList = [recipient('c-3', { exclusion: 'optedOut' })];
    server.use(answer('get-marketing-recipients', { recipientList, nextCursor: null }));
    renderApp('/email-marketing/basic-email-marketing');
    expect(await screen.findByText(/^No guest can receive this/)).toBeVisible();
  });

  it('counts the message to 150', async () => {
    await open('/text-marketing/basic-text-marketing');
    type('Message', 'Come in');
    expect(screen.getByText('7 of 150')).toBeVisible();
    expect(screen.getByLabelText('Message')).toHaveAttribute('maxlength', '150');
  });
});
