import { Radio, Stack } from '@mantine/core';
import { useRef, useState } from 'react';
import {
  type Customer,
  failureText,
  type MessageChannel,
  useUpdateCustomerConsentMutation,
} from '@/api';
import formClasses from '@/components/form/Form.module.css';
import { RadioChoice } from '@/components/form/RadioChoice';
import { SubmitBar } from '@/components/form/SubmitBar';
import { useAtLocation } from '@/components/location/atLocation';
import { BottomSheet, secondSheet } from '@/components/sheet/BottomSheet';
import { showToast } from '@/components/toast/toast';
import { messages } from '@/lib/messages';
import { channelsOf, nameOf } from '../guests';
import classes from './PreferencesSheet.module.css';

const words = messages.consents;

interface PreferencesSheetProps {
  customer: Customer;
  opened: boolean;
  onClose: () => void;
}

/** Records whether a guest wants offers, as stated to the owner. */
export function PreferencesSheet({ customer, opened, onClose }: PreferencesSheetProps) {
  const at = useAtLocation(customer.posID);
  return (
    <BottomSheet
      opened={opened}
      onClose={onClose}
      title={`${words.updateTitle(nameOf(customer))}${at}`}
      zIndex={secondSheet}
    >
      {opened && <PreferencesForm customer={customer} onDone={onClose} />}
    </BottomSheet>
  );
}

function PreferencesForm({ customer, onDone }: { customer: Customer; onDone: () => void }) {
  const { posID, posCustomerID } = customer;
  const channels = channelsOf(customer);
  const [channel, setChannel] = useState<MessageChannel>(channels[0] ?? 'email');
  const [choice, setChoice] = useState<'yes' | 'no'>('no');
  const [update, { isLoading }] = useUpdateCustomerConsentMutation();
  const isSent = useRef(false);

  const save = async () => {
    if (isSent.current) return;
    isSent.current = true;
    const granted = choice === 'yes';
    const request = { posID, posCustomerID, channel, granted };
    try {
      const { body } = await update({ updateCustomerConsentRequest: request }).unwrap();
      const out = granted && body.exclusion === 'optedOut';
      showToast({
        severity: out ? 'warn' : 'success',
        detail: out ? words.savedButOptedOut : words.saved,
      });
      onDone();
    } catch (error) {
      isSent.current = false;
      showToast({ severity: 'error', detail: failureText(error, words.failed) });
    }
  };
  return (
    <form
      className={formClasses.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
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
            <RadioChoice key={one} value={one} label={words[one]} />
          ))}
        </Stack>
      </Radio.Group>
      <Radio.Group
        label={words.offers}
        value={choice}
        onChange={(chosen) => setChoice(chosen as 'yes' | 'no')}
        classNames={{ label: classes.groupLabel }}
      >
        <Stack gap={0}>
          <RadioChoice value="no" label={words.noOffers} />
          <RadioChoice value="yes" label={words.sendOffers} />
        </Stack>
      </Radio.Group>
      <p className={classes.hint}>{words.guestDecides}</p>
      <SubmitBar label={words.save} busy={isLoading} />
    </form>
  );
}
