import { PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { isApiError } from '@/api';
import type { ConnectablePos } from '@/api/connect';
import formClasses from '@/components/form/Form.module.css';
import { FormError } from '@/components/form/FormError';
import { SubmitBar } from '@/components/form/SubmitBar';
import { messages } from '@/lib/messages';
import { fieldMessage } from '@/lib/validation/fieldMessage';
import { useOneAtATime } from '@/state/useOneAtATime';
import page from '../../Connect.module.css';
import location from '../../location/LocationForm.module.css';
import { refusalText } from '../../words';

const words = messages.connectPos;

/** What a person copies from the POS. */
export interface Entered {
  token: string;
  /** Of Toast. */
  clientID?: string;
  /** Of Toast, and only for the first time. */
  externalID?: string;
}

interface TokenFormProps {
  pos: ConnectablePos;
  /** Above where to find the token. */
  sentence?: string;
  submit: string;
  /** Shown where the server gives no advice. */
  failed: string;
  busy: boolean;
  /** Whether there is no connection yet. */
  isFirst?: boolean;
  /** Rejects with the error of the call. */
  onToken: (entered: Entered) => Promise<unknown>;
}

/** Neither kept, nor changed, nor read aloud by the browser and its password managers. */
const unkept = {
  autoComplete: 'off',
  autoCapitalize: 'none',
  autoCorrect: 'off',
  spellCheck: false,
  'data-1p-ignore': true,
  'data-lpignore': 'true',
  'data-bwignore': true,
} as const;

/** Takes the token of an account, which is forgotten once it is sent. Toast has a client ID beside, and lists no locations. */
export function TokenForm(props: TokenFormProps) {
  const { pos, sentence, submit, failed, busy, isFirst = false, onToken } = props;
  const [failure, setFailure] = useState<string | null>(null);
  const oneAtATime = useOneAtATime();
  const asksClient = pos === 'toast';
  const asksGuid = asksClient && isFirst;
  const labels = { token: words.token[pos], clientID: words.clientID, externalID: words.guid };
  const required = (asked: boolean, why: string) => (text: string) =>
    asked && text.trim() === '' ? why : null;
  const form = useForm({
    initialValues: { token: '', clientID: '', externalID: '' },
    validate: {
      token: required(true, words.tokenRequired[pos]),
      clientID: required(asksClient, words.clientRequired),
      externalID: required(asksGuid, words.guidRequired),
    },
  });

  const send = async (entered: Entered) => {
    setFailure(null);
    try {
      await onToken(entered);
      form.reset();
    } catch (error) {
      const field = (['token', 'clientID', 'externalID'] as const).find(
        (name) => isApiError(error) && error.status === 400 && error.field === name,
      );
      if (field !== undefined && isApiError(error)) {
        form.setFieldError(field, fieldMessage(labels[field], error.message) || failed);
      } else {
        setFailure(refusalText(error, failed));
      }
    }
  };

  return (
    <form
      className={`${formClasses.form} ${location.form}`}
      noValidate
      autoComplete="off"
      onSubmit={form.onSubmit(({ token, clientID, externalID }) => {
        const entered = {
          token: token.trim(),
          ...(asksClient && { clientID: clientID.trim() }),
          ...(asksGuid && { externalID: externalID.trim() }),
        };
        void oneAtATime(() => send(entered));
      })}
    >
      {sentence !== undefined && <p className={page.sentence}>{sentence}</p>}
      <p className={page.sentence}>{words.where[pos]}</p>
      <FormError text={failure} />
      {asksClient && (
        <TextInput label={labels.clientID} {...unkept} {...form.getInputProps('clientID')} />
      )}
      <PasswordInput
        label={labels.token}
        description={words.kept}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...unkept}
        visibilityToggleFocusable
        visibilityToggleButtonProps={{ 'aria-label': words.showToken }}
        {...form.getInputProps('token')}
      />
      {asksGuid && (
        <TextInput
          label={labels.externalID}
          description={words.guidDetail}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...unkept}
          {...form.getInputProps('externalID')}
        />
      )}
      <SubmitBar label={submit} busy={busy} />
    </form>
  );
}
