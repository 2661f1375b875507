import type { Item, UpdateItemRequest } from '@/api';
import { addDays, type BusinessDate, dateOf, endOfDay, startOfDay } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { centsTyped, toCents, typedMoney } from '@/lib/money';

/** The typed values of the form. */
export interface ItemValues {
  /** Empty: the POS's price, which may be open. */
  price: string;
  estimatedCost: string;
  displayName: string;
  /** Whole percent; empty for no offer. */
  offPercentage: string;
  /** Business dates. */
  validFrom: string;
  validUntil: string;
  stock: string;
  lowStock: string;
}

export type ItemField = keyof ItemValues;

/** The API's limits of dollars and of pieces. */
const MOST = 1_000_000;
const NAME_MAX = 100;
/** Days of a new offer by default. */
const OFFER_DAYS = 7;

const OFFER_FIELDS = ['offPercentage', 'validFrom', 'validUntil'] as const;
const QUANTITY = /^\d{1,7}(\.\d{1,3})?$/;

const words = messages.itemSheet;

/** The values of an item; a new offer begins today. */
export function valuesOf(item: Item, today: BusinessDate): ItemValues {
  const typed = (value: number | null) => (value === null ? '' : String(value));
  const money = (value: number | null) => (value === null ? '' : typedMoney(value));
  return {
    price: money(item.openPrice ? null : item.price),
    estimatedCost: money(item.estimatedCost),
    displayName: item.displayName,
    offPercentage: item.offPercentage === 0 ? '' : String(item.offPercentage),
    validFrom: item.validFrom === null ? today : dateOf(item.validFrom),
    validUntil: item.validUntil === null ? addDays(today, OFFER_DAYS - 1) : dateOf(item.validUntil),
    stock: typed(item.stock),
    lowStock: typed(item.lowStock),
  };
}

function percentOf({ offPercentage }: ItemValues): number {
  return offPercentage.trim() === '' ? 0 : Number(offPercentage);
}

function changedIn(values: ItemValues, before: ItemValues, fields: readonly ItemField[]): boolean {
  return fields.some((field) => values[field].trim() !== before[field].trim());
}

/** Changed fields. An offer changes as a whole: percent and dates together. */
export function changedFields(values: ItemValues, before: ItemValues): ItemField[] {
  const single = (['price', 'estimatedCost', 'displayName', 'stock', 'lowStock'] as const).filter(
    (field) => changedIn(values, before, [field]),
  );
  // Without an offer its dates do not count.
  const none = percentOf(values) === 0 && percentOf(before) === 0;
  return !none && changedIn(values, before, OFFER_FIELDS) ? [...single, ...OFFER_FIELDS] : single;
}

function checkMoney(text: string): string | null {
  const cents = centsTyped(text);
  return cents === null || cents > MOST * 100 ? words.moneyInvalid : null;
}

function checkQuantity(text: string): string | null {
  const fits = QUANTITY.test(text.trim()) && Number(text) <= MOST;
  return fits ? null : words.quantityInvalid;
}

/** Problems of the changed fields, by the server's rules. */
export function problemsOf(
  values: ItemValues,
  before: ItemValues,
  today: BusinessDate,
): Partial<Record<ItemField, string>> {
  const name = values.displayName.trim();
  const [price, cost] = [values.price.trim(), values.estimatedCost.trim()];
  const checks: Record<ItemField, () => string | null> = {
    price: () => (price === '' ? null : checkMoney(price)),
    estimatedCost: () => (cost === '' ? null : checkMoney(cost)),
    displayName: () => (name === '' || [...name].length > NAME_MAX ? words.nameInvalid : null),
    offPercentage: () =>
      /^\d{0,3}$/.test(values.offPercentage.trim()) && percentOf(values) <= 100
        ? null
        : words.percentInvalid,
    validFrom: () =>
      percentOf(values) !== 0 && values.validFrom === '' ? words.dateRequired : null,
    validUntil: () => {
      if (percentOf(values) === 0) return null;
      if (values.validUntil === '') return words.dateRequired;
      if (values.validUntil < values.validFrom) return words.untilBeforeFrom;
      return values.validUntil < today ? words.untilPast : null;
    },
    stock: () => checkQuantity(values.stock),
    lowStock: () => checkQuantity(values.lowStock),
  };
  const found = changedFields(values, before).flatMap((field) => {
    const problem = checks[field]();
    return problem === null ? [] : [[field, problem] as const];
  });
  return Object.fromEntries(found);
}

/** The request of an edit: the changed fields only. */
export type ItemChanges = Omit<UpdateItemRequest, 'posID' | 'posItemID' | 'version'>;

/** The changes of a valid form. Values equal to the till's are left to the till. */
export function changesOf(values: ItemValues, before: ItemValues, item: Item): ItemChanges {
  const changes: ItemChanges = {};
  const dollars = (text: string, till: number | null) => {
    const cents = centsTyped(text);
    return cents === null || (till !== null && cents === toCents(till)) ? null : cents / 100;
  };
  for (const field of changedFields(values, before)) {
    switch (field) {
      case 'price':
        changes.price = dollars(values.price, item.tillPrice);
        break;
      case 'estimatedCost':
        changes.estimatedCost = dollars(values.estimatedCost, item.tillCost);
        break;
      case 'displayName': {
        const name = values.displayName.trim();
        changes.displayName = name === item.itemName ? null : name;
        break;
      }
      case 'stock':
      case 'lowStock':
        changes[field] = Number(values[field]);
        break;
      case 'offPercentage':
        changes.offPercentage = percentOf(values);
        break;
      case 'validFrom':
        if (percentOf(values) !== 0) changes.validFrom = startOfDay(values.validFrom);
        break;
      case 'validUntil':
        if (percentOf(values) !== 0) changes.validUntil = endOfDay(values.validUntil);
        break;
    }
  }
  return changes;
}

/**
 * The form on top of an item that changed meanwhile: untouched fields follow it. `null` if a touched field changed:
 * then saving is refused. Stock is an exception: it moves with every sale, and a typed count replaces it.
 */
export function rebased(
  values: ItemValues,
  before: ItemValues,
  fresh: ItemValues,
): ItemValues | null {
  const changed = changedFields(values, before);
  const decided = changed.filter((field) => field !== 'stock');
  if (changedIn(before, fresh, decided)) {
    return null;
  }
  return { ...fresh, ...Object.fromEntries(changed.map((field) => [field, values[field]])) };
}
