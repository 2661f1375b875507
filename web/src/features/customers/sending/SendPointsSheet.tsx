import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconStar } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { type Customer, failureText, useSendRewardPointMutation } from '@/api';
import { ConfirmDialog } from '@/components/dialog/ConfirmDialog';
import formClasses from '@/components/form/Form.module.css';
import { FormError } from '@/components/form/FormError';
import { SubmitBar } from '@/components/form/SubmitBar';
import { askAt, useAtLocation } from '@/components/location/atLocation';
import { useBusinessDate } from '@/components/location/useBusinessDate';
import { BottomSheet, secondSheet } from '@/components/sheet/BottomSheet';
import { showToast } from '@/components/toast/toast';
import { idempotencyKey } from '@/lib/ids/idempotencyKey';
import { messages } from '@/lib/messages';
import { formatPointsAndWorth, formatWorth, parsePoints } from '@/lib/points';
import { useOneAtATime } from '@/state/useOneAtATime';
import { nameOf } from '../guests';
import { RewardFields } from './RewardFields';
import {
  checkPoints,
  initialReward,
  notNotifiedWords,
  refusalOf,
  rewardChecks,
  rewardFields,
} from './rewardForm';

const words = messages.sendReward;

interface SendPointsSheetProps {
  customer: Customer;
  opened: boolean;
  onClose: () => void;
}

/** Sends a guest points. */
export function SendPointsSheet({ customer, opened, onClose }: SendPointsSheetProps) {
  const [confirming, setConfirming] = useState(false);
  return (
    <BottomSheet
      opened={opened}
      onClose={onClose}
      title={words.pointsTitle(nameOf(customer))}
      zIndex={secondSheet}
      closeOnEscape={!confirming}
    >
      {opened && (
        <SendPointsForm
          customer={customer}
          confirming={confirming}
          onConfirming={setConfirming}
          onSent={onClose}
        />
      )}
    </BottomSheet>
  );
}

interface SendPointsFormProps {
  customer: Customer;
  /** The question is open. */
  confirming: boolean;
  onConfirming: (confirming: boolean) => void;
  onSent: () => void;
}

/** Mounted only while the sheet is open: its key makes one reward of all tries. */
function SendPointsForm({ customer, confirming, onConfirming, onSent }: SendPointsFormProps) {
  const { posID, posCustomerID, email, cellPhoneNumber } = customer;
  const today = useBusinessDate(posID);
  const [send, { isLoading }] = useSendRewardPointMutation();
  const [key, setKey] = useState(idempotencyKey);
  const [failure, setFailure] = useState<string | null>(null);
  const oneAtATime = useOneAtATime();
  const at = useAtLocation(posID);
  const date = useRef<HTMLInputElement>(null);
  const form = useForm({
    initialValues: { points: '', ...initialReward(today) },
    validateInputOnBlur: true,
    validate: { points: checkPoints, ...rewardChecks(today, date) },
  });
  const points = parsePoints(form.values.points) ?? 0;

  const accept = async () => {
    try {
      const { body } = await send({
        sendRewardPointRequest: {
          posID,
          posCustomerID,
          email,
          cellPhoneNumber,
          rewardPoint: points,
          ...rewardFields(form.values),
          idempotencyKey: key,
        },
      }).unwrap();
      setKey(idempotencyKey());
      onConfirming(false);
      showToast({ severity: 'success', detail: messages.customers.pointSent });
      const noMessage = notNotifiedWords(body);
      if (noMessage !== null) showToast({ severity: 'info', detail: noMessage });
      onSent();
    } catch (error) {
      const { field, text, alreadySent } = refusalOf(error);
      if (alreadySent) setKey(idempotencyKey());
      if (field !== null) form.setFieldError(field, text);
      setFailure(field === null ? text : null);
      onConfirming(false);
      showToast({ severity: 'error', detail: failureText(error, messages.customers.pointFailed) });
    }
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
      <TextInput
        label={words.points}
        description={points > 0 ? words.pointsWorth(formatWorth(points)) : words.pointsHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        inputMode="numeric"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('points')}
      />
      <RewardFields form={form} today={today} dateRef={date} />
      <SubmitBar label={words.submitPoints} busy={isLoading} />
      <ConfirmDialog
        opened={confirming}
        icon={IconStar}
        description={askAt(words.ask(formatPointsAndWorth(points), nameOf(customer)), at)}
        accept={words.accept}
        busy={isLoading}
        onAccept={() => void oneAtATime(accept)}
        onReject={() => onConfirming(false)}
      />
    </form>
  );
}
