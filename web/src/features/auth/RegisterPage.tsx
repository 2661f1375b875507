import { Anchor, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { failureText, isApiError, useSignupMutation } from '@/api';
import formClasses from '@/components/form/Form.module.css';
import { FormError } from '@/components/form/FormError';
import { FormPage } from '@/components/form/FormPage';
import { PasswordField } from '@/components/form/PasswordField';
import { SubmitBar } from '@/components/form/SubmitBar';
import { showToast } from '@/components/toast/toast';
import { messages } from '@/lib/messages';
import { normalizeEmail } from '@/lib/validation/email';
import { fieldMessage } from '@/lib/validation/fieldMessage';
import { phoneDigits } from '@/lib/validation/phone';
import { checkEmail, checkPassword, checkPhone, required } from '@/lib/validation/rules';
import { useBlocking } from '@/state/useBlocking';
import { mailedToState } from './mailedTo';

const { auth, fields } = messages;

const empty = { firstName: '', lastName: '', email: '', phone: '', password: '' };

function isField(name: string | undefined): name is keyof typeof empty {
  return name !== undefined && name in empty;
}

export function Component() {
  const navigate = useNavigate();
  const { search } = useLocation();
  const [signup, { isLoading }] = useSignupMutation();
  const [failure, setFailure] = useState<string | null>(null);
  useBlocking(isLoading);
  const form = useForm({
    initialValues: empty,
    validateInputOnBlur: true,
    validate: {
      firstName: required(fields.firstNameRequired),
      lastName: required(fields.lastNameRequired),
      email: checkEmail,
      phone: checkPhone,
      password: checkPassword,
    },
  });

  const submit = form.onSubmit(async (values) => {
    setFailure(null);
    const email = normalizeEmail(values.email);
    try {
      await signup({
        signupRequest: {
          firstName: values.firstName.trim(),
          lastName: values.lastName.trim(),
          email,
          phone: phoneDigits(values.phone),
          password: values.password,
        },
      }).unwrap();
      showToast({ severity: 'success', detail: auth.signedUp });
      await navigate({ pathname: '/auth/login', search }, { state: mailedToState(email) });
    } catch (error) {
      const refusal = isApiError(error) ? error : undefined;
      if (refusal?.status === 400 && isField(refusal.field)) {
        const text = fieldMessage(fields[refusal.field], refusal.message);
        form.setFieldError(refusal.field, text || auth.signupFailed);
      } else {
        setFailure(failureText(error, auth.signupFailed));
      }
    }
  });

  return (
    <FormPage title={auth.signUpTitle} sentence={messages.app.sentence}>
      <form className={formClasses.form} onSubmit={submit} noValidate>
        <FormError text={failure} />
        <TextInput
          label={fields.firstName}
          autoComplete="given-name"
          maxLength={100}
          {...form.getInputProps('firstName')}
        />
        <TextInput
          label={fields.lastName}
          autoComplete="family-name"
          maxLength={100}
          {...form.getInputProps('lastName')}
        />
        <TextInput
          label={fields.email}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('email')}
        />
        <TextInput
          label={fields.phone}
          description={fields.phoneHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          {...form.getInputProps('phone')}
        />
        <PasswordField label={fields.password} fresh {...form.getInputProps('password')} />
        <SubmitBar label={auth.signUp} busy={isLoading}>
          <Anchor
            component={Link}
            to={{ pathname: '/auth/login', search }}
            className={formClasses.link}
          >
            {auth.toLogin}
          </Anchor>
        </SubmitBar>
      </form>
    </FormPage>
  );
}
