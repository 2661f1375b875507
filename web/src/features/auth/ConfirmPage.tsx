import { Anchor } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { isApiError, useConfirmSignUpMutation } from '@/api';
import formClasses from '@/components/form/Form.module.css';
import { FormError } from '@/components/form/FormError';
import { FormPage } from '@/components/form/FormPage';
import { PasswordField } from '@/components/form/PasswordField';
import { SubmitBar } from '@/components/form/SubmitBar';
import { showToast } from '@/components/toast/toast';
import { messages } from '@/lib/messages';
import { required } from '@/lib/validation/rules';
import { useBlocking } from '@/state/useBlocking';
import { isBrokenLink, linkError } from './linkError';
import { useLinkToken } from './useLinkToken';

const { fields, mailedLinks: words } = messages;

/**
 * Confirms a sign-up by the mailed link and the chosen password: a stranger who signed up with the address of another
 * person does not get an account by that person's tap.
 */
export function Component() {
  const navigate = useNavigate();
  const token = useLinkToken();
  const [confirm, { isLoading }] = useConfirmSignUpMutation();
  const [failure, setFailure] = useState<string | null>(token === '' ? words.confirmBroken : null);
  useBlocking(isLoading);
  const form = useForm({
    initialValues: { password: '' },
    validateInputOnBlur: true,
    validate: { password: required(fields.passwordRequired) },
  });

  const submit = form.onSubmit(async ({ password }) => {
    setFailure(null);
    try {
      await confirm({ confirmSignUpRequest: { token, password } }).unwrap();
      showToast({ severity: 'success', detail: words.confirmed });
      await navigate('/auth/login');
    } catch (error) {
      if (isApiError(error) && error.status === 400 && error.field === 'password') {
        form.setFieldError('password', words.confirmWrongPassword);
      } else {
        setFailure(
          isBrokenLink(error) ? words.confirmBroken : linkError(error, words.confirmFailed),
        );
      }
    }
  });

  return (
    <FormPage title={words.confirmTitle} sentence={words.confirmSentence}>
      <form className={formClasses.form} onSubmit={submit} noValidate>
        <FormError text={failure} />
        <PasswordField label={fields.password} {...form.getInputProps('password')} />
        <SubmitBar label={words.confirm} busy={isLoading}>
          <Anchor component={Link} to="/auth/login" className={formClasses.link}>
            {words.toLogin}
          </Anchor>
        </SubmitBar>
      </form>
    </FormPage>
  );
}
