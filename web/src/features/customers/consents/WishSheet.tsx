import { Radio, Stack } from '@mantine/core';
import { useRef, useState } from 'react';
import { type Customer, type MessageChannel, useUpdateCustomerConsentMutation } from '@/api';
import formClasses from '@/components/form/Form.module.css';
import { SubmitBar } from '@/components/form/SubmitBar';
import { BottomSheet, secondSheet } from '@/components/sheet/BottomSheet';
import { showToast } from '@/components/toast/toast';
import { messages } from '@/lib/messages';
import { channelsOf, nameOf } from '../guests';
import classes from './WishSheet.module.css';

const words = messages.consents;

interface WishSheetProps {
  customer: Customer;
  opened: boolean;
  onClose: () => void;
}

/** Records whether a guest wants offers, as stated to the owner. */
export function WishSheet({ customer, opened, onClose }: WishSheetProps) {
  return (
    <BottomSheet
      opened={opened}
      onClose={onClose}
      title={words.noteTitle(nameOf(customer))}
      zIndex={secondSheet}
    >
      {opened && <WishForm customer={customer} onDone={onClose} />}
    </BottomSheet>
  );
}

function WishForm({ customer, onDone }: { customer: Customer; onDone: () => void }) {
  const { posID, posCustomerID } = customer;
  const channels = channelsOf(customer);
  const [channel, setChannel] = useState<MessageChannel>(channels[0] ?? 'email');
  const [wish, setWish] = useState<'yes' | 'no'>('no');
  const [update, { isLoading }] = useUpdateCustomerConsentMutation();
  const isSent = useRef(false);

  const note = async () => {
    if (isSent.current) return;
    isSent.current = true;
    const granted = wish === 'yes';
    const request = { posID, posCustomerID, channel, granted };
    try {
      const { body } = await update({ updateCustomerConsentRequest: request }).unwrap();
      const out = granted && body.exclusion === 'optedOut';
      showToast({
        severity: out ? 'warn' : 'success',
        detail: out ? words.notedButOut : words.noted,
      });
      onDone();
    } catch {
      isSent.current = false;
      showToast({ severity: 'error', detail: words.failed });
    }
  };
  return (
    <form
      className={formClasses.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void note();
      }}
    >
      <Radio.Group
        label={words.channel}
        value={channel}
        onChange={(chosen) => setChannel(chosen as MessageChannel)}
        classNames={{ label: classes.groupLabel }}
      >
        <Stack gap={0}>
          {channels.map((one) => (
            <Choice key={one} value={one} label={words[one]} />
          ))}
        </Stack>
      </Radio.Group>
      <Radio.Group
        label={words.wish}
        value={wish}
        onChange={(chosen) => setWish(chosen as 'yes' | 'no')}
        classNames={{ label: classes.groupLabel }}
      >
        <Stack gap={0}>
          <Choice value="no" label={words.wantsNot} />
          <Choice value="yes" label={words.wants} />
        </Stack>
      </Radio.Group>
      <p className={classes.hint}>{words.ownWord}</p>
      <SubmitBar label={words.save} busy={isLoading} />
    </form>
  );
}

function Choice({ value, label }: { value: string; label: string }) {
  return (
    <Radio
      value={value}
      label={label}
      classNames={{ body: classes.choice, label: classes.choiceLabel, radio: classes.radio }}
    />
  );
}
