import { type Icon, IconMessage2, IconSpeakerphone, IconTicket } from '@tabler/icons-react';
import type { CampaignKind, MessageChannel } from '@/api';
import { messages } from '@/lib/messages';

/** The page of each channel. */
export const landingPath: Readonly<Record<MessageChannel, string>> = {
  email: '/email-marketing',
  text: '/text-marketing',
};

/** A kind of campaign with the page of its form. */
export interface CampaignForm {
  channel: MessageChannel;
  kind: CampaignKind;
  path: string;
  icon: Icon;
  name: string;
  title: string;
  /** The purpose of the campaign, in a sentence. */
  what: string;
}

const { email, text } = messages.campaignKinds;

/** The six kinds of campaigns. */
export const campaignForms: readonly CampaignForm[] = [
  form('email', 'basic', 'basic-email-marketing', IconMessage2, email.basic),
  form('email', 'promotion', 'promotion-email-marketing', IconSpeakerphone, email.promotion),
  form('email', 'promoCode', 'promo-code-email-marketing', IconTicket, email.promoCode),
  form('text', 'basic', 'basic-text-marketing', IconMessage2, text.basic),
  form('text', 'promotion', 'promotion-text-marketing', IconSpeakerphone, text.promotion),
  form('text', 'promoCode', 'promo-code-text-marketing', IconTicket, text.promoCode),
];

function form(
  channel: MessageChannel,
  kind: CampaignKind,
  page: string,
  icon: Icon,
  words: { name: string; title: string; what: string },
): CampaignForm {
  return { channel, kind, path: `${landingPath[channel]}/${page}`, icon, ...words };
}

/** The kind of a form's page. */
export function formAt(pathname: string): CampaignForm | undefined {
  return campaignForms.find(({ path }) => path === pathname.replace(/\/+$/, ''));
}

/** The channel of a page. */
export function channelAt(pathname: string): MessageChannel {
  return pathname.startsWith(landingPath.text) ? 'text' : 'email';
}

/** The page of one campaign. */
export function campaignPath(channel: MessageChannel, campaignID: string): string {
  return `${landingPath[channel]}/campaigns/${encodeURIComponent(campaignID)}`;
}
