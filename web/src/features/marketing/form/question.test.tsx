import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import {
  button,
  campaignShown,
  marketingAnswers,
  open,
  outlook,
  previews,
  question,
  sent,
  type,
} from '@/testing/campaignForm';
import { campaigns } from '@/testing/data/marketing';
import { answer, server } from '@/testing/server';

marketingAnswers();

describe('the final question', () => {
  async function compose(channel: 'email' | 'text' = 'email') {
    await open(`/${channel}-marketing/basic-${channel}-marketing`);
    await userEvent.click(button('Select all 2'));
    if (channel === 'email') type('Subject', 'Hi');
    type('Message', 'Come in');
  }
  const send = () => userEvent.click(button(/^Send (email|text)$/));

  it('states the numbers of recipients, with reasons', async () => {
    server.use(
      outlook({
        recipients: 310,
        excluded: [
          { exclusion: 'tooMany', count: 4 },
          { exclusion: 'repeated', count: 1 },
          { exclusion: 'erased', count: 0 },
        ],
        totalSegments: 620,
        quiet: 41,
      }),
    );
    await compose('text');
    await send();
    const dialog = within(await question());
    expect(dialog.getByText('Campaign at Saffron Pizza')).toBeVisible();
    expect(dialog.getByText('310')).toBeVisible();
    expect(dialog.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
      'Excluded: limit reached4',
      'Excluded: duplicate address1',
    ]);
    expect(dialog.getByText("41 texts are held until morning, guests' local time.")).toBeVisible();
    expect(dialog.getByText('620 text segments will be billed.')).toBeVisible();
    expect(dialog.getByText(/^Saffron Pizza: Come in from the rain/)).toBeVisible();
    // The preview beside the form, of one recipient, may be asked for later.
    expect(previews.map(({ recipients }) => recipients)).toContainEqual([
      expect.anything(),
      expect.anything(),
    ]);
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(sent).toEqual([]);
  });

  it('states the cost of texts in dollars', async () => {
    server.use(outlook({ recipients: 310, totalSegments: 620, cost: 5.15 }));
    await compose('text');
    await send();
    const dialog = within(await question());
    expect(dialog.getByText('Costs about $5.15 (620 text segments).')).toBeVisible();
  });

  it('is skipped if no recipient is left', async () => {
    server.use(outlook({ recipients: 0, excluded: [{ exclusion: 'optedOut', count: 2 }] }));
    await compose();
    await send();
    expect(
      await screen.findByText('None of these recipients can receive it now: 2 opted out.'),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
  });

  it('sends once, however fast the taps come', async () => {
    await compose();
    await send();
    await question();
    const yes = button('Send');
    // Both before the next render.
    act(() => {
      yes.click();
      yes.click();
    });
    await campaignShown();
    expect(sent).toHaveLength(1);
  });

  it('retries with the same key', async () => {
    await compose();
    for (const refuse of [{ status: 500 }, null]) {
      server.use(campaigns(sent, refuse));
      await send();
      await question();
      await userEvent.click(button('Send'));
      await waitFor(() => expect(screen.queryByRole('button', { name: 'Send' })).toBeNull());
      if (refuse !== null) {
        // Choosing recipients meanwhile leads back to the same form.
        await userEvent.click(button('Change recipients'));
        await userEvent.click(await screen.findByRole('button', { name: 'Done (2)' }));
        await screen.findByRole('button', { name: 'Send email' });
      }
    }
    expect(
      await screen.findByText('Error occured while sending email. Please try again!'),
    ).toBeInTheDocument();
    expect(sent).toHaveLength(2);
    expect(sent[0]?.idempotencyKey).toBe(sent[1]?.idempotencyKey);
    await campaignShown();
  });

  it('takes a new key after an earlier try succeeded', async () => {
    await compose('text');
    for (const refuse of [{ status: 409 }, null]) {
      server.use(campaigns(sent, refuse));
      await send();
      await question();
      await userEvent.click(button('Send'));
      await waitFor(() => expect(screen.queryByRole('button', { name: 'Send' })).toBeNull());
      if (refuse !== null) {
        expect(await screen.findByText(/An earlier attempt went through/)).toBeVisible();
        expect(
          await screen.findByText('Error occured while sending text message. Please try again!'),
        ).toBeVisible();
      }
    }
    expect(sent[0]?.idempotencyKey).not.toBe(sent[1]?.idempotencyKey);
    await campaignShown();
  });

  it('shows a refusal at its field', async () => {
    await compose();
    const refuse = {
      status: 400,
      message: 'is not a customer of this location',
      field: 'emails[1]',
    };
    server.use(campaigns(sent, refuse));
    await send();
    await question();
    await userEvent.click(button('Send'));
    expect(
      await screen.findByText('c-2@example.com is not a customer of this location.'),
    ).toBeVisible();
    server.use(answer('get-campaign-preview', { field: 'subject' }, 400, 'no line breaks'));
    await send();
    await waitFor(() =>
      expect(screen.getByLabelText('Subject')).toHaveAccessibleDescription(/no line breaks/),
    );
  });
});
