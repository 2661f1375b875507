import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Location } from '@/api';
import { useCreateImportMutation } from '@/api/connect';
import { FormError } from '@/components/form/FormError';
import { SubmitBar } from '@/components/form/SubmitBar';
import { messages } from '@/lib/messages';
import { useOneAtATime } from '@/state/useOneAtATime';
import page from '../Connect.module.css';
import { refusalText } from '../words';
import { ChosenFiles } from './ChosenFiles';
import { problemsOf, withFiles } from './chosenFiles';
import { FilePicker } from './FilePicker';
import { useStartUpload } from './useUpload';

const words = messages.upload;

/** Chooses files, and begins their upload. */
export function UploadForm({ location: { posID } }: { location: Location }) {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const [create, { isLoading }] = useCreateImportMutation();
  const startUpload = useStartUpload();
  const oneAtATime = useOneAtATime();
  const navigate = useNavigate();
  const change = (next: readonly File[]) => {
    setFiles(next);
    setFailure(null);
  };
  const [problem = null] = files.length === 0 ? [] : problemsOf(files);

  const upload = async () => {
    const [wrong] = problemsOf(files);
    if (wrong !== undefined) return setFailure(wrong);
    setFailure(null);
    try {
      const named = files.map(({ name, size }) => ({ name, bytes: size }));
      const { body } = await create({ createImportRequest: { posID, files: named } }).unwrap();
      startUpload(body, new Map(files.map((file, number) => [number, file])));
      void navigate(`/admin-configuration/imports/${encodeURIComponent(body.importID)}`, {
        replace: true,
      });
    } catch (error) {
      setFailure(refusalText(error, words.createFailed));
    }
  };

  return (
    <form
      className={page.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void oneAtATime(upload);
      }}
    >
      <p className={page.sentence}>{words.sentence}</p>
      <FilePicker
        label={files.length === 0 ? words.choose : words.chooseMore}
        secondary={files.length > 0}
        onFiles={(further) => change(withFiles(files, further))}
      />
      <FormError text={problem ?? failure} />
      {files.length > 0 && (
        <ChosenFiles
          files={files}
          onRemove={(file) => change(files.filter((other) => other !== file))}
        />
      )}
      {files.length > 0 && (
        <>
          <p className={page.hint}>{words.nothingYet}</p>
          <SubmitBar label={words.start(files.length)} busy={isLoading} />
        </>
      )}
    </form>
  );
}
