import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconGift } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { type Customer, failureText, type Item } from '@/api';
import entries from '@/components/details/Entries.module.css';
import { Entry } from '@/components/details/Entry';
import { ConfirmDialog } from '@/components/dialog/ConfirmDialog';
import formClasses from '@/components/form/Form.module.css';
import { FormError } from '@/components/form/FormError';
import { SubmitBar } from '@/components/form/SubmitBar';
import { EstimateBar, ItemPicker } from '@/components/item-picker';
import { priceText } from '@/components/item-price/priceText';
import { askAt, useAtLocation } from '@/components/location/atLocation';
import { useBusinessDate } from '@/components/location/useBusinessDate';
import { BottomSheet, secondSheet } from '@/components/sheet/BottomSheet';
import { showToast } from '@/components/toast/toast';
import { messages } from '@/lib/messages';
import { formatMoney, sumMoney } from '@/lib/money';
import { nameOf } from '../guests';
import { RewardFields } from './RewardFields';
import { initialReward, rewardChecks } from './rewardForm';
import classes from './SendItemSheet.module.css';
import { useSendItems } from './useSendItems';

const words = messages.sendReward;

interface SendItemSheetProps {
  customer: Customer;
  opened: boolean;
  onClose: () => void;
}

/** Sends a guest items: first they are chosen, then sent with a message. */
export function SendItemSheet({ customer, opened, onClose }: SendItemSheetProps) {
  const [chosen, setChosen] = useState<readonly Item[]>([]);
  const [picking, setPicking] = useState(true);
  const [confirming, setConfirming] = useState(false);
  const [seen, setSeen] = useState(opened);
  if (opened !== seen) {
    setSeen(opened);
    if (opened) {
      setChosen([]);
      setPicking(true);
    }
  }
  const writing = opened && chosen.length > 0;
  return (
    <>
      <BottomSheet
        opened={writing}
        onClose={onClose}
        title={words.itemTitle(nameOf(customer))}
        zIndex={secondSheet}
        closeOnEscape={!confirming && !picking}
      >
        {writing && (
          <SendItemForm
            customer={customer}
            items={chosen}
            confirming={confirming}
            onConfirming={setConfirming}
            onChange={() => setPicking(true)}
            onLeft={setChosen}
            onSent={onClose}
          />
        )}
      </BottomSheet>
      <ItemPicker
        opened={opened && picking}
        posID={customer.posID}
        multiple
        initial={chosen}
        onDone={(items) => {
          setChosen(items);
          setPicking(false);
          if (items.length === 0) onClose();
        }}
        onCancel={() => {
          setPicking(false);
          if (chosen.length === 0) onClose();
        }}
      />
    </>
  );
}

interface SendItemFormProps {
  customer: Customer;
  items: readonly Item[];
  /** The question is open. */
  confirming: boolean;
  onConfirming: (confirming: boolean) => void;
  /** Called to choose other items. */
  onChange: () => void;
  /** The items that were not sent. */
  onLeft: (items: readonly Item[]) => void;
  onSent: () => void;
}

function SendItemForm(props: SendItemFormProps) {
  const { customer, items, confirming, onConfirming, onChange, onLeft, onSent } = props;
  const today = useBusinessDate(customer.posID);
  const at = useAtLocation(customer.posID);
  const { busy, sendAll } = useSendItems(customer);
  const [failure, setFailure] = useState<string | null>(null);
  const date = useRef<HTMLInputElement>(null);
  const form = useForm({
    initialValues: initialReward(today),
    validateInputOnBlur: true,
    validate: rewardChecks(today, date),
  });

  const accept = async () => {
    const outcome = await sendAll(items, form.values);
    if (outcome === null) return;
    const { sent, noMessage, refusal } = outcome;
    onConfirming(false);
    if (noMessage !== null) showToast({ severity: 'info', detail: noMessage });
    if (refusal === null) {
      showToast({ severity: 'success', detail: messages.customers.itemSent });
      onSent();
      return;
    }
    const { field, text } = refusal;
    if (field === 'message' || field === 'validUntil') form.setFieldError(field, text);
    const partly = sent.length === 0 ? null : words.someSent(sent.length, items.length);
    setFailure([partly, field === null ? text : null].filter(Boolean).join(' ') || null);
    onLeft(items.filter((item) => !sent.includes(item)));
    showToast({
      severity: 'error',
      detail: failureText(refusal.error, messages.customers.itemFailed),
    });
  };

  return (
    <form
      className={formClasses.form}
      noValidate
      onSubmit={form.onSubmit(() => {
        setFailure(null);
        onConfirming(true);
      })}
    >
      <FormError text={failure} />
      <Chosen items={items} onChange={onChange} />
      <RewardFields form={form} today={today} dateRef={date} />
      <SubmitBar label={words.submitItems} busy={busy} />
      <ConfirmDialog
        opened={confirming}
        icon={IconGift}
        description={askAt(words.ask(summaryOf(items), nameOf(customer)), at)}
        accept={words.accept}
        busy={busy}
        onAccept={() => void accept()}
        onReject={() => onConfirming(false)}
      />
    </form>
  );
}

function Chosen({ items, onChange }: { items: readonly Item[]; onChange: () => void }) {
  return (
    <div>
      <ul className={entries.list} aria-label={words.items}>
        {items.map((item) => (
          <li key={item.posItemID}>
            <Entry title={item.displayName} value={priceText(item)} />
          </li>
        ))}
      </ul>
      <div className={classes.chosen}>
        <EstimateBar items={items} />
        <Button variant="default" onClick={onChange}>
          {words.change}
        </Button>
      </div>
    </div>
  );
}

/** `House red ($24.00)`, or their number and sum, which an open price leaves unknown. */
function summaryOf(items: readonly Item[]): string {
  const [first] = items;
  if (items.length === 1 && first !== undefined) {
    return `${first.displayName} (${priceText(first)})`;
  }
  return items.some(({ openPrice }) => openPrice)
    ? words.itemCount(items.length)
    : words.severalItems(items.length, formatMoney(sumMoney(items.map(({ price }) => price))));
}
