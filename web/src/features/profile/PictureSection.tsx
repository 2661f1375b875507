import { Button, FileButton } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import {
  failureText,
  isApiError,
  type OwnProfile,
  useRemoveProfileImageMutation,
  useUploadProfileImageMutation,
} from '@/api';
import { readPicture } from '@/components/picture/readPicture';
import { showToast } from '@/components/toast/toast';
import { messages } from '@/lib/messages';
import { fieldMessage } from '@/lib/validation/fieldMessage';
import { OwnPicture } from './OwnPicture';
import classes from './ProfilePage.module.css';

const { account: words, picture: pictureWords } = messages;

interface PictureSectionProps {
  profile: OwnProfile;
  onChanged: (profile: OwnProfile) => void;
}

/** The person's picture: chosen or taken, resized here, and saved at once. */
export function PictureSection({ profile, onChanged }: PictureSectionProps) {
  const [upload, uploading] = useUploadProfileImageMutation();
  const [remove, removing] = useRemoveProfileImageMutation();
  const [reading, setReading] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const reset = useRef<() => void>(null);
  const name = `${profile.firstName} ${profile.lastName}`.trim();

  const change = async (call: () => Promise<OwnProfile>, done: string) => {
    setError(null);
    try {
      onChanged(await call());
      showToast({ severity: 'success', detail: done });
    } catch (failure) {
      const refused = isApiError(failure) && (failure.status === 400 || failure.status === 413);
      const text = refused ? fieldMessage(pictureWords.label, failure.message) : '';
      const usual = refused ? pictureWords.unreadable : pictureWords.uploadFailed;
      setError(text || failureText(failure, usual));
    }
  };

  const take = async (file: File | null) => {
    if (file === null) return;
    setReading(true);
    const picture = await readPicture(file);
    setReading(false);
    // So that the same file can be chosen again.
    reset.current?.();
    if (picture === null) {
      setError(pictureWords.unreadable);
      return;
    }
    const uploadProfileImageRequest = { image: picture.base64 };
    await change(
      async () => (await upload({ uploadProfileImageRequest }).unwrap()).body,
      words.pictureSaved,
    );
  };

  return (
    <section className={classes.person} aria-label={pictureWords.label}>
      <OwnPicture url={profile.profileImage} name={name} size={96} />
      <div className={classes.buttons}>
        <FileButton
          resetRef={reset}
          accept="image/*"
          onChange={(file) => void take(file)}
          inputProps={{ 'aria-label': pictureWords.choose }}
        >
          {(button) => (
            <Button
              {...button}
              variant="default"
              loading={reading || uploading.isLoading}
              leftSection={<IconCamera size={18} aria-hidden />}
            >
              {profile.profileImage === null ? pictureWords.choose : pictureWords.other}
            </Button>
          )}
        </FileButton>
        {profile.profileImage !== null && (
          <Button
            variant="default"
            loading={removing.isLoading}
            onClick={() =>
              void change(
                async () => (await remove({ ownRequest: {} }).unwrap()).body,
                words.pictureRemoved,
              )
            }
          >
            {pictureWords.remove}
          </Button>
        )}
      </div>
      <p className={classes.hint}>{words.pictureHint}</p>
      <p role="alert" className={classes.error}>
        {error}
      </p>
    </section>
  );
}
