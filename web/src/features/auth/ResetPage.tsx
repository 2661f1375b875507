import { Anchor } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { isApiError, useResetPasswordMutation } from '@/api';
import { sessionEnded } from '@/api/transport/session';
import formClasses from '@/components/form/Form.module.css';
import { FormError } from '@/components/form/FormError';
import { FormPage } from '@/components/form/FormPage';
import { PasswordField } from '@/components/form/PasswordField';
import { SubmitBar } from '@/components/form/SubmitBar';
import { showToast } from '@/components/toast/toast';
import { messages } from '@/lib/messages';
import { fieldMessage } from '@/lib/validation/fieldMessage';
import { checkPassword } from '@/lib/validation/rules';
import { useAppDispatch, useAppSelector } from '@/state/hooks';
import { useBlocking } from '@/state/useBlocking';
import { isBrokenLink, linkError } from './linkError';
import { useLinkToken } from './useLinkToken';

const words = messages.mailedLinks;

/** Sets another password by a mailed link. */
export function Component() {
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const signedIn = useAppSelector((state) => state.session.user !== null);
  const token = useLinkToken();
  const [reset, { isLoading }] = useResetPasswordMutation();
  const [failure, setFailure] = useState<string | null>(token === '' ? words.resetBroken : null);
  useBlocking(isLoading);
  const form = useForm({
    initialValues: { password: '' },
    validateInputOnBlur: true,
    validate: { password: checkPassword },
  });

  const submit = form.onSubmit(async ({ password }) => {
    setFailure(null);
    try {
      await reset({ resetPasswordRequest: { token, password } }).unwrap();
      // All sessions ended, also that of this browser.
      if (signedIn) dispatch(sessionEnded('signed-out'));
      showToast({ severity: 'success', detail: words.resetDone });
      await navigate('/auth/login');
    } catch (error) {
      if (isBrokenLink(error)) setFailure(words.resetBroken);
      else if (isApiError(error) && error.status === 400 && error.field === 'password') {
        const text = fieldMessage(words.newPassword, error.message);
        form.setFieldError('password', text || words.resetFailed);
      } else setFailure(linkError(error, words.resetFailed));
    }
  });

  return (
    <FormPage title={words.resetTitle} sentence={words.resetSentence}>
      <form className={formClasses.form} onSubmit={submit} noValidate>
        <FormError text={failure} />
        <PasswordField label={words.newPassword} fresh {...form.getInputProps('password')} />
        <SubmitBar label={words.reset} busy={isLoading}>
          <Anchor component={Link} to="/auth/forgot" className={formClasses.link}>
            {words.another}
          </Anchor>
        </SubmitBar>
      </form>
    </FormPage>
  );
}
