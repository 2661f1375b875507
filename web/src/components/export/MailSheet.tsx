import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { type CsvRequest, failureText, isApiError, isTooFast, mailCsv } from '@/api';
import { SubmitBar } from '@/components/form/SubmitBar';
import { BottomSheet } from '@/components/sheet/BottomSheet';
import { showToast } from '@/components/toast/toast';
import { messages } from '@/lib/messages';
import { read, write } from '@/lib/storage/storage';
import { checkEmail } from '@/lib/validation/rules';
import { useAppDispatch } from '@/state/hooks';
import classes from './MailSheet.module.css';

const words = messages.files;

interface MailSheetProps {
  opened: boolean;
  /** `null` while there is no file. */
  request: CsvRequest | null;
  onClose: () => void;
}

/** Asks for an address, the last one at first, and mails the file there. */
export function MailSheet({ opened, request, onClose }: MailSheetProps) {
  return (
    <BottomSheet opened={opened} onClose={onClose} title={words.mailTitle}>
      {opened && request !== null && <MailForm request={request} onClose={onClose} />}
    </BottomSheet>
  );
}

function MailForm({ request, onClose }: { request: CsvRequest; onClose: () => void }) {
  const dispatch = useAppDispatch();
  const [busy, setBusy] = useState(false);
  const form = useForm({
    initialValues: { to: read('file_mail_to') ?? '' },
    validate: { to: checkEmail },
  });
  const send = async ({ to }: { to: string }) => {
    setBusy(true);
    try {
      const { body } = await dispatch(mailCsv({ ...request, to: to.trim() })).unwrap();
      write('file_mail_to', body.sentTo);
      showToast({ severity: 'success', detail: words.mailed(body.sentTo) });
      onClose();
    } catch (error) {
      const advice = isApiError(error) && !isTooFast(error) ? error.message : '';
      showToast({ severity: 'error', detail: advice || failureText(error, words.mailFailed) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit((values) => void send(values))}
    >
      <TextInput
        type="email"
        inputMode="email"
        autoComplete="email"
        label={words.mailTo}
        description={words.mailHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...form.getInputProps('to')}
      />
      <SubmitBar label={words.send} busy={busy} />
    </form>
  );
}
