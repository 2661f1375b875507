import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconStar } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { type Customer, useSendRewardPointMutation } from '@/api';
import { ConfirmDialog } from '@/components/dialog/ConfirmDialog';
import formClasses from '@/components/form/Form.module.css';
import { FormError } from '@/components/form/FormError';
import { SubmitBar } from '@/components/form/SubmitBar';
import { useBusinessDate } from '@/components/location/useBusinessDate';
import { BottomSheet, secondSheet } from '@/components/sheet/BottomSheet';
import { showToast } from '@/components/toast/toast';
import { idempotencyKey } from '@/lib/ids/idempotencyKey';
import { messages } from '@/lib/messages';
import { formatPointsAndWorth, formatWorth, parsePoints } from '@/lib/points';
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

/** Gives a guest points. */
export function SendPointsSheet({ customer, opened, onClose }: SendPointsSheetProps) {
  const [asking, setAsking] = useState(false);
  return (
    <BottomSheet
      opened={opened}
      onClose={onClose}
      title={words.pointsTitle(nameOf(customer))}
      zIndex={secondSheet}
      closeOnEscape={!asking}
    >
      {opened && (
        <SendPointsForm customer={customer} asking={asking} onAsk={setAsking} onSent={onClose} />
      )}
    </BottomSheet>
  );
}

interface SendPointsFormProps {
  customer: Customer;
  /** The question is open. */
  asking: boolean;
  onAsk: (asking: boolean) => void;
  onSent: () => void;
}

/** Exists only while the sheet is open: its key makes one reward of however many tries. */
function SendPointsForm({ customer, asking, onAsk, onSent }: SendPointsFormProps) {
  const { posID, posCustomerID, email, cellPhoneNumber } = customer;
  const today = useBusinessDate(posID);
  const [send, { isLoading }] = useSendRewardPointMutation();
  const [key, setKey] = useState(idempotencyKey);
  const [failure, setFailure] = useState<string | null>(null);
  const underWay = useRef(false);
  const date = useRef<HTMLInputElement>(null);
  const form = useForm({
    initialValues: { points: '', ...initialReward(today) },
    validateInputOnBlur: true,
    validate: { points: checkPoints, ...rewardChecks(today, date) },
  });
  const points = parsePoints(form.values.points) ?? 0;

  const accept = async () => {
    if (underWay.current) return;
    underWay.current = true;
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
      onAsk(false);
      showToast({ severity: 'success', detail: messages.customers.pointSent });
      const notTold = notNotifiedWords(body);
      if (notTold !== null) showToast({ severity: 'info', detail: notTold });
      onSent();
    } catch (error) {
      const { field, text, alreadySent } = refusalOf(error);
      if (alreadySent) setKey(idempotencyKey());
      if (field !== null) form.setFieldError(field, text);
      setFailure(field === null ? text : null);
      onAsk(false);
      showToast({ severity: 'error', detail: messages.customers.pointFailed });
    } finally {
      underWay.current = false;
    }
  };

  return (
    <form
      className={formClasses.form}
      noValidate
      onSubmit={form.onSubmit(() => {
        setFailure(null);
        onAsk(true);
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
        opened={asking}
        icon={IconStar}
        description={words.ask(formatPointsAndWorth(points), nameOf(customer))}
        accept={words.accept}
        busy={isLoading}
        onAccept={() => void accept()}
        onReject={() => onAsk(false)}
      />
    </form>
  );
}
