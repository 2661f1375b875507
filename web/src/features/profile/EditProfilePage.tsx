import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import {
  failureText,
  isApiError,
  type OwnProfile,
  useGetProfileQuery,
  useUpdateProfileMutation,
} from '@/api';
import { FormError } from '@/components/form/FormError';
import { MessageField } from '@/components/form/MessageField';
import { SubmitBar } from '@/components/form/SubmitBar';
import { TopBar } from '@/components/navigation/TopBar';
import { PageError } from '@/components/placeholder/PageError';
import { PageSkeleton } from '@/components/skeleton/PageSkeleton';
import { showToast } from '@/components/toast/toast';
import { messages } from '@/lib/messages';
import { fieldMessage } from '@/lib/validation/fieldMessage';
import { required } from '@/lib/validation/rules';
import { useAppDispatch, useAppSelector } from '@/state/hooks';
import { profileChanged, rememberProfile } from '@/state/session/session';
import { PictureSection } from './PictureSection';
import classes from './ProfilePage.module.css';

const { account: words, fields, views } = messages;

const labels = {
  firstName: fields.firstName,
  lastName: fields.lastName,
  profileDescription: words.description,
};

/** /profile/edit: names, picture and description. */
export function Component() {
  const dispatch = useAppDispatch();
  const user = useAppSelector((state) => state.session.user);
  const { data, isError, error, refetch } = useGetProfileQuery({ ownRequest: {} });
  const show = (profile: OwnProfile) => {
    if (user) dispatch(profileChanged(rememberProfile(user, profile)));
  };
  return (
    <>
      <TopBar swipe title={words.edit} back="/profile" />
      {data ? (
        <div className={classes.page}>
          <PictureSection profile={data.body} onChanged={show} />
          <ProfileForm profile={data.body} onSaved={show} />
        </div>
      ) : isError ? (
        <PageError error={error} text={views.pageError} onRetry={() => void refetch()} />
      ) : (
        <PageSkeleton />
      )}
    </>
  );
}

interface ProfileFormProps {
  profile: OwnProfile;
  onSaved: (profile: OwnProfile) => void;
}

function ProfileForm({ profile, onSaved }: ProfileFormProps) {
  const navigate = useNavigate();
  const [update, { isLoading }] = useUpdateProfileMutation();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({
    initialValues: {
      firstName: profile.firstName,
      lastName: profile.lastName,
      profileDescription: profile.profileDescription ?? '',
    },
    validateInputOnBlur: true,
    validate: {
      firstName: required(fields.firstNameRequired),
      lastName: required(fields.lastNameRequired),
    },
  });

  const submit = form.onSubmit(async (values) => {
    setFailure(null);
    try {
      const updateProfileRequest = {
        firstName: values.firstName.trim(),
        lastName: values.lastName.trim(),
        profileDescription: values.profileDescription.trim() || null,
      };
      const { body } = await update({ updateProfileRequest }).unwrap();
      onSaved(body);
      showToast({ severity: 'success', detail: words.saved });
      await navigate('/profile');
    } catch (error) {
      const refusal = isApiError(error) ? error : undefined;
      const field = refusal?.status === 400 ? refusal.field : undefined;
      if (field !== undefined && field in form.values) {
        const text = fieldMessage(labels[field as keyof typeof labels], refusal?.message ?? '');
        form.setFieldError(field, text || words.saveFailed);
      } else setFailure(failureText(error, words.saveFailed));
    }
  });

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
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
      <MessageField
        label={words.description}
        hint={words.descriptionHint}
        {...form.getInputProps('profileDescription')}
      />
      <SubmitBar label={words.save} busy={isLoading} />
    </form>
  );
}
