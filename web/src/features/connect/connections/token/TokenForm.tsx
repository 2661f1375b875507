import { PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { type ConnectablePos, isApiError } from '@/api';
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

interface TokenFormProps {
  pos: ConnectablePos;
  /** Above where to find the token. */
  sentence?: string;
  submit: string;
  /** Shown where the server gives no advice. */
  failed: string;
  busy: boolean;
  /** Rejects with the error of the call. */
  onToken: (token: string) => Promise<unknown>;
}

/** Takes the token of an account, which is forgotten once it is sent. */
export function TokenForm({ pos, sentence, submit, failed, busy, onToken }: TokenFormProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const oneAtATime = useOneAtATime();
  const form = useForm({
    initialValues: { token: '' },
    validate: { token: (token) => (token.trim() === '' ? words.tokenRequired : null) },
  });

  const send = async (token: string) => {
    setFailure(null);
    try {
      await onToken(token);
      form.reset();
    } catch (error) {
      const isToken = isApiError(error) && error.status === 400 && error.field === 'token';
      if (isToken) form.setFieldError('token', fieldMessage(words.token, error.message) || failed);
      else setFailure(refusalText(error, failed));
    }
  };

  return (
    <form
      className={`${formClasses.form} ${location.form}`}
      noValidate
      autoComplete="off"
      onSubmit={form.onSubmit(({ token }) => void oneAtATime(() => send(token.trim())))}
    >
      {sentence !== undefined && <p className={page.sentence}>{sentence}</p>}
      <p className={page.sentence}>{words.where[pos]}</p>
      <FormError text={failure} />
      <PasswordInput
        label={words.token}
        description={words.kept}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        // Neither kept, nor changed, nor read aloud by the browser and its password managers.
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        data-1p-ignore
        data-lpignore="true"
        data-bwignore
        visibilityToggleFocusable
        visibilityToggleButtonProps={{ 'aria-label': words.showToken }}
        {...form.getInputProps('token')}
      />
      <SubmitBar label={submit} busy={busy} />
    </form>
  );
}
