import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import {
  button,
  campaignShown,
  marketingAnswers,
  open,
  question,
  sent,
  type,
} from '@/testing/campaignForm';
import { customer } from '@/testing/data/guests';
import { recipient } from '@/testing/data/marketing';
import { renderApp } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';
import { liveRegions } from '@/testing/spoken';

marketingAnswers();

describe('choosing recipients', () => {
  const box = (name: string | RegExp) => screen.findByRole('checkbox', { name });

  it('shows excluded guests with the reason, not selectable', async () => {
    await open('/email-marketing/basic-email-marketing');
    await userEvent.click(button('Select recipients'));
    expect(await box(/Lopez c-3.*Opted out/)).toBeDisabled();
    expect(await box(/Lopez c-4.*No consent/)).toBeDisabled();
    expect(screen.getByText("2 can't receive it")).toBeVisible();
    await userEvent.click(await box('Select all'));
    expect(screen.getByText('2 of 2 selected')).toBeVisible();
    await userEvent.click(await box(/Lopez c-1/));
    expect(await box('Select all')).toBePartiallyChecked();
    await userEvent.click(button('Done (1)'));
    expect(await screen.findByText('1 recipient')).toBeVisible();
    type('Subject', 'Hi');
    type('Message', 'Come in');
    await userEvent.click(button('Send email'));
    await question();
    await userEvent.click(button('Send'));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.emails).toEqual(['c-2@example.com']);
    await campaignShown();
  });

  it('finds by words, and chooses all matches', async () => {
    await open('/email-marketing/basic-email-marketing');
    await userEvent.click(button('Select recipients'));
    const search = await screen.findByRole('searchbox');
    await userEvent.type(search, 'c-2');
    await userEvent.click(await box('Select all found'));
    expect(screen.getByText('1 of 2 selected')).toBeVisible();
    await userEvent.clear(search);
    const isSpoken = liveRegions();
    await userEvent.type(search, 'unknown');
    const notice = await screen.findByText('Sorry! There are no recipients matching your search.');
    expect(notice).toBeVisible();
    expect(isSpoken(notice)).toBe(true);
  });

  it('keeps the typed values', async () => {
    await open('/email-marketing/basic-email-marketing');
    type('Subject', 'Rainy Sunday');
    await userEvent.click(button('Select recipients'));
    await userEvent.click(await screen.findByRole('button', { name: 'Done (0)' }));
    expect(await screen.findByLabelText('Subject')).toHaveValue('Rainy Sunday');
  });

  it('shows a failure, and a message without customers', async () => {
    server.use(answer('get-marketing-recipients', null, 500));
    renderApp('/email-marketing/basic-email-marketing?part=recipients');
    expect(
      await screen.findByText('We could not find any customers now. Please try again!'),
    ).toBeVisible();
    server.use(answer('get-marketing-recipients', { recipientList: [], nextCursor: null }));
    await userEvent.click(button('Try Again'));
    expect(await screen.findByText('Sorry! You do not have any recipients added.')).toBeVisible();
  });
});

describe('a group of guests', () => {
  it('chooses recipients, with their visits', async () => {
    server.use(
      answer('get-customers-list', ({ segment, sort }) => ({
        customerList:
          segment === 'away60'
            ? [customer('c-2', { visits: 1, spend: 31.5, lastVisit: '2026-08-01T19:30:00' })]
            : [sort === 'spend' ? 'c-2' : 'c-1', 'c-3', 'c-9'].map((id) => customer(id)),
        nextCursor: null,
      })),
    );
    await open('/email-marketing/basic-email-marketing');
    await userEvent.click(button('Select recipients'));
    const rows = async () => (await screen.findAllByRole('checkbox', { name: /Lopez/ })).length;
    // Guests without figures come last; those who are no recipients are left out.
    expect(await rows()).toBe(4);
    await userEvent.click(button('Away 60 days'));
    const row = await screen.findByRole('checkbox', {
      name: /Lopez c-2.*Last visit Aug 1, 2026.*1 visit.*\$31\.50/,
    });
    expect(row).toBeVisible();
    expect(await rows()).toBe(1);
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all found' }));
    await userEvent.click(button('Done (1)'));
    expect(await screen.findByText('1 recipient')).toBeVisible();
  });
});

describe('a group in the form', () => {
  it('is chosen before the recipients have come', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    server.use(
      answer('get-customers-list', () => ({ customerList: [customer('c-2')], nextCursor: null })),
      answer('get-marketing-recipients', async () => {
        await promise;
        return { recipientList: [recipient('c-2')], nextCursor: null };
      }),
    );
    renderApp('/email-marketing/basic-email-marketing');
    await userEvent.click(await screen.findByRole('button', { name: 'Away 60 days' }));
    resolve();
    expect(await screen.findByText('1 recipient')).toBeVisible();
    expect(screen.queryByText('No guest of this group can receive it right now.')).toBeNull();
  });

  it('is chosen by one tap', async () => {
    server.use(
      answer('get-customers-list', ({ segment }) => ({
        customerList: segment === 'away60' ? ['c-2', 'c-3'].map((id) => customer(id)) : [],
        nextCursor: null,
      })),
    );
    await open('/email-marketing/basic-email-marketing');
    await userEvent.click(button('Away 60 days'));
    // c-3 opted out.
    expect(await screen.findByText('1 recipient')).toBeVisible();
    expect(button('Away 60 days')).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(button('First-timers'));
    expect(
      await screen.findByText('No guest of this group can receive it right now.'),
    ).toBeVisible();
  });
});
