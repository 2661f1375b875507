import { Anchor, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { isApiError, useForgotPasswordMutation } from '@/api';
import formClasses from '@/components/form/Form.module.css';
import { FormError } from '@/components/form/FormError';
import { FormPage } from '@/components/form/FormPage';
import { SubmitBar } from '@/components/form/SubmitBar';
import { messages } from '@/lib/messages';
import { read } from '@/lib/storage/storage';
import { normalizeEmail } from '@/lib/validation/email';
import { checkEmail } from '@/lib/validation/rules';
import { useBlocking } from '@/state/useBlocking';
import { linkError } from './linkError';

const { fields, mailedLinks: words } = messages;

/** Requests a link to set another password. The answer is the same for any address. */
export function Component() {
  const { search } = useLocation();
  const [ask, { isLoading }] = useForgotPasswordMutation();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useBlocking(isLoading);
  const form = useForm({
    initialValues: { email: read('userName') ?? '' },
    validateInputOnBlur: true,
    validate: { email: checkEmail },
  });

  const submit = form.onSubmit(async (values) => {
    setFailure(null);
    const email = normalizeEmail(values.email);
    try {
      await ask({ forgotPasswordRequest: { email } }).unwrap();
      setSentTo(email);
    } catch (error) {
      if (isApiError(error) && error.status === 400 && error.field === 'email') {
        form.setFieldError('email', fields.emailInvalid);
      } else {
        setFailure(linkError(error, words.sendFailed));
      }
    }
  });

  const toLogin = (
    <Anchor component={Link} to={{ pathname: '/auth/login', search }} className={formClasses.link}>
      {words.toLogin}
    </Anchor>
  );
  if (sentTo !== null) {
    return (
      <FormPage title={words.sentTitle} sentence={words.sent(sentTo)}>
        <div className={formClasses.form}>{toLogin}</div>
      </FormPage>
    );
  }
  return (
    <FormPage title={words.forgotTitle} sentence={words.forgotSentence}>
      <form className={formClasses.form} onSubmit={submit} noValidate>
        <FormError text={failure} />
        <TextInput
          label={fields.email}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('email')}
        />
        <SubmitBar label={words.send} busy={isLoading}>
          {toLogin}
        </SubmitBar>
      </form>
    </FormPage>
  );
}
