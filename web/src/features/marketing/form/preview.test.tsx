import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import {
  button,
  marketingAnswers,
  open,
  outlook,
  previews,
  sent,
  type,
} from '@/testing/campaignForm';
import { answer, server } from '@/testing/server';

marketingAnswers();

describe('a test', () => {
  it('goes to oneself, without recipients', async () => {
    const tests: Record<string, unknown>[] = [];
    server.use(
      answer('send-campaign-test', (request) => {
        tests.push(request);
        return { sentTo: 'o\u2026@example.com' };
      }),
    );
    await open('/email-marketing/basic-email-marketing');
    await userEvent.click(button('Send a test to my email'));
    expect(await screen.findByText('Please enter a subject of 1 to 150 characters.')).toBeVisible();
    expect(tests).toEqual([]);
    type('Subject', 'Hi');
    type('Message', 'Come in');
    await userEvent.click(button('Send a test to my email'));
    expect(await screen.findByText('Test sent to o\u2026@example.com.')).toBeVisible();
    expect(tests).toMatchObject([
      { channel: 'email', kind: 'basic', subject: 'Hi', body: 'Come in', emails: [] },
    ]);
    expect(sent).toEqual([]);
  });
});

describe('a promo code', () => {
  it.each([
    ['waiting', 'Your POS gets this code automatically when you send.'],
    ['manual', /Enter this code there before you send/],
  ])('says how it comes to the POS: %s', async (delivery, said) => {
    server.use(answer('get-promo-code-delivery', { delivery }));
    await open('/text-marketing/promo-code-text-marketing');
    expect(await screen.findByText(said)).toBeVisible();
  });

  it('does not end in the past', async () => {
    await open('/text-marketing/promo-code-text-marketing');
    type('Valid until', '2020-01-31');
    await userEvent.click(button('Send text'));
    expect(await screen.findByText('Please choose today or later.')).toBeVisible();
  });
});

describe('the preview', () => {
  it('shows the email where no script of it can run', async () => {
    await open('/email-marketing/basic-email-marketing');
    const shown = await screen.findByTitle('The email as a guest sees it');
    expect(shown).toHaveAttribute('srcdoc', '<p>Come in from the rain.</p>');
    expect(shown).toHaveAttribute('sandbox', '');
    expect(previews[0]).toMatchObject({
      subject: 'Your subject',
      body: 'Your message',
      emails: [],
    });
    await userEvent.click(button('Select all 2'));
    type('Message', 'Come in');
    await waitFor(() =>
      expect(previews.at(-1)).toMatchObject({ body: 'Come in', emails: ['c-1@example.com'] }),
    );
    // One call follows each pause in typing, not each key.
    expect(previews.length).toBeLessThanOrEqual(3);
  });

  it('shows the text in a bubble with its number of parts', async () => {
    server.use(outlook({ segments: 3, encoding: 'UCS-2' }));
    await open('/text-marketing/basic-text-marketing');
    const bubble = await screen.findByRole('figure', { name: 'The text as a guest sees it' });
    expect(bubble).toHaveTextContent('Saffron Pizza: Come in from the rain. Reply STOP to end');
    expect(screen.getByText('Sent as 3 text segments (billed as 3)')).toBeVisible();
    expect(screen.getByText(/emoji or special characters/)).toBeVisible();
  });

  it('shows a failure', async () => {
    server.use(answer('get-campaign-preview', null, 500));
    await open('/text-marketing/basic-text-marketing');
    expect(await screen.findByText("We couldn't show the preview.")).toBeVisible();
  });
});
