import type {
  ApiError,
  CampaignItem,
  CampaignKind,
  Item,
  Location,
  MarketingRecipient,
  MessageChannel,
  TextRecipient,
} from '@/api';
import { isApiError, isTooFast } from '@/api';
import { MESSAGE_MAX } from '@/components/form/MessageField';
import type { BusinessDate } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { discounted } from '@/lib/money';
import { fieldMessage } from '@/lib/validation/fieldMessage';

const words = messages.campaignForm;

/** Most characters of a subject. */
export const SUBJECT_MAX = 150;
/** Characters of a promo code (the most). */
export const CODE_MAX = 32;
const CODE = /^[A-Z0-9-]{3,32}$/;
const ITEMS_MAX = 12;
/** Most recipients of one campaign. */
export const RECIPIENTS_MAX = 25_000;

/** The typed values of a form. */
export interface DraftValues {
  subject: string;
  body: string;
  code: string;
  /** Percent off; empty for none. */
  percent: string;
  /** The last day of the code; empty: it does not end. */
  validUntil: BusinessDate | '';
}

export const emptyDraft: DraftValues = {
  subject: '',
  body: '',
  code: '',
  percent: '',
  validUntil: '',
};

/** The parts of a kind of campaign. */
export interface Parts {
  subject: boolean;
  code: boolean;
  /** Discount and last day of the code. */
  terms: boolean;
  items: 'required' | 'optional' | 'none';
}

export function partsOf(channel: MessageChannel, kind: CampaignKind): Parts {
  const email = channel === 'email';
  const code = kind === 'promoCode';
  const ofPromotion = email && kind === 'promotion' ? 'required' : 'none';
  return { subject: email, code, terms: code, items: code ? 'optional' : ofPromotion };
}

/** A promo code as it is sent. */
function codeTyped(text: string): string {
  return text.trim().toUpperCase();
}

/** Line breaks are normalised; other control characters are removed. */
const UNSEEN = /\p{Cc}/u;

/** Problem of the subject; `null` if valid. */
export function checkSubject(typed: string): string | null {
  const text = typed.trim();
  return text !== '' && text.length <= SUBJECT_MAX && !UNSEEN.test(text)
    ? null
    : words.subjectInvalid;
}

/** Problem of the message; `null` if valid. */
export function checkBody(typed: string): string | null {
  const text = typed.trim();
  if (text === '') return words.bodyInvalid;
  const plain = !UNSEEN.test(text.replace(/[\r\n]/g, ''));
  return plain && text.length <= MESSAGE_MAX ? null : words.bodyPlain;
}

/** Problem of the promo code; `null` if valid. */
export function checkCode(typed: string): string | null {
  return CODE.test(codeTyped(typed)) ? null : words.codeInvalid;
}

/** Problem of the percentage; `null` if valid. */
export function checkPercent(typed: string): string | null {
  return typed.trim() === '' || percentTyped(typed) !== null ? null : words.percentInvalid;
}

/** Problem of the code's last day; `null` if valid. */
export function checkValidUntil(date: string, today: BusinessDate): string | null {
  if (date === '') return null;
  // Years of five digits can be typed too.
  return date.length === today.length && date >= today ? null : words.validUntilPast;
}

/** Whole percent from 1 to 100; `null` if the text is no such number. */
function percentTyped(text: string): number | null {
  const found = /^(\d{1,3})\s*%?$/.exec(text.trim());
  const percent = Number(found?.[1]);
  return percent >= 1 && percent <= 100 ? percent : null;
}

/** Problem of the items; `null` if valid. */
export function checkItems(items: readonly Item[], parts: Parts): string | null {
  if (parts.items === 'required' && items.length === 0) return words.itemsRequired;
  if (items.length > ITEMS_MAX) return words.tooManyItems;
  // The email would show them for $0.00.
  const open = parts.subject ? items.filter(({ openPrice }) => openPrice) : [];
  return open.length > 0
    ? words.openPrices(open.map(({ displayName }) => displayName).join(', '))
    : null;
}

/** Problem of the number of recipients; `null` if valid. */
export function checkRecipients(count: number): string | null {
  if (count === 0) return words.recipientsRequired;
  return count > RECIPIENTS_MAX ? words.tooManyRecipients : null;
}

/** Today's price of an item in dollars. */
export function priceToday({ price, onOffer, offPercentage }: Item): number {
  return onOffer ? discounted(price, offPercentage) : price;
}

/** Highest percentage of today's offers. */
export function highestOff(items: readonly Item[]): number {
  return Math.max(0, ...items.map((item) => (item.onOffer ? item.offPercentage : 0)));
}

function itemOf(item: Item): CampaignItem {
  return {
    imageUrl: item.imageUrl,
    name: item.displayName,
    originalPrice: item.price,
    price: priceToday(item),
  };
}

/** Contents and recipients: the parts of the kind. */
export interface CampaignDraft {
  posID: string;
  body: string;
  emails?: string[];
  recipients?: TextRecipient[];
  subject?: string;
  businessName?: string;
  website?: string;
  promoCode?: string;
  discountPercentage?: number;
  validUntil?: BusinessDate;
  items?: CampaignItem[];
  /** The items on which the POS gives a promo code; none for the whole check. */
  posItemIDs?: string[];
}

/** The request to send, or for a preview. */
export function draftOf(
  { channel, kind }: { channel: MessageChannel; kind: CampaignKind },
  { posID, name, website }: Location,
  values: DraftValues,
  items: readonly Item[],
  recipients: readonly MarketingRecipient[],
): CampaignDraft {
  const parts = partsOf(channel, kind);
  const percent = percentTyped(values.percent);
  return {
    posID,
    body: values.body.trim(),
    ...(parts.subject && {
      subject: values.subject.trim(),
      businessName: name,
      website: website ?? '',
    }),
    ...(parts.code && { promoCode: codeTyped(values.code) }),
    ...(parts.terms && percent !== null && { discountPercentage: percent }),
    ...(parts.terms && values.validUntil !== '' && { validUntil: values.validUntil }),
    ...(parts.items !== 'none' && { items: items.map(itemOf) }),
    ...(parts.code && { posItemIDs: items.map(({ posItemID }) => posItemID) }),
    ...(channel === 'email'
      ? { emails: recipients.flatMap(({ address }) => address ?? []) }
      : {
          recipients: recipients.flatMap(({ address, firstName }) =>
            address === null ? [] : { phone: Number(address), firstName: firstName ?? '' },
          ),
        }),
  };
}

/** Fields of the API by the form's names. */
const formField: Readonly<Record<string, keyof DraftValues | 'items' | 'recipients'>> = {
  subject: 'subject',
  body: 'body',
  promoCode: 'code',
  discountPercentage: 'percent',
  validUntil: 'validUntil',
  items: 'items',
  emails: 'recipients',
  recipients: 'recipients',
};

/** Why a campaign was not sent, as a form shows it. */
export interface Refusal {
  /** Shown at this part of the form; else above it. */
  at: keyof DraftValues | 'items' | 'recipients' | null;
  /** Index of the recipient that it is about. */
  index: number | null;
  text: string | null;
  /** An earlier try with other contents succeeded: the next one is another campaign. */
  alreadySent: boolean;
  error: unknown;
}

const CONFLICT = 409;

/** The server's message about a recipient, with the address. */
export function recipientError(address: string, message: string): string {
  const sentence = fieldMessage(address, message);
  return sentence === message ? `${address}: ${message}` : sentence;
}

/** Why a campaign was not sent. A promo code belongs to one campaign. */
export function refusalOf(error: unknown, kind: CampaignKind): Refusal {
  const apiError: ApiError | null = isApiError(error) ? error : null;
  // `recipients[3].phone` is about the fourth recipient.
  const [, name = '', index] = /^(\w+)(?:\[(\d+)\])?/.exec(apiError?.field ?? '') ?? [];
  const at = formField[name] ?? null;
  if (apiError?.status === CONFLICT && at === null) {
    if (kind === 'promoCode') {
      return { at: 'code', index: null, text: words.codeSent, alreadySent: true, error };
    }
    return { at, index: null, text: words.alreadySent, alreadySent: true, error };
  }
  // Too many calls are named by the toast.
  const message = isTooFast(error) ? '' : (apiError?.message ?? '');
  const aboutRecipient = at === 'recipients' && index !== undefined;
  const label = at === null ? messages.campaignPage.title : words[at];
  return {
    at,
    index: aboutRecipient ? Number(index) : null,
    text: (aboutRecipient ? message : fieldMessage(label, message)) || null,
    alreadySent: false,
    error,
  };
}
