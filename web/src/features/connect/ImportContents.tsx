import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Import } from '@/api';
import { messages } from '@/lib/messages';
import classes from './Connect.module.css';
import { FoundFiles } from './found/FoundFiles';
import { OverlapsCard } from './overlaps/OverlapsCard';
import { LeftOut } from './preview/LeftOut';
import { Preview } from './preview/Preview';
import { RefusedRows } from './preview/RefusedRows';
import { StartForm } from './preview/StartForm';
import { EndButtons } from './progress/EndButtons';
import { Ended, Failed } from './progress/Ended';
import { Result } from './progress/Result';
import { Working } from './progress/Working';
import { AnswersForm } from './questions/AnswersForm';
import { MissingFiles } from './upload/MissingFiles';
import { UploadCard } from './upload/UploadCard';
import { useUpload } from './upload/useUpload';
import { type ImportSteps, useImportSteps } from './useImportSteps';

/** One import, by its state. */
export function ImportContents({ import: of }: { import: Import }) {
  const steps = useImportSteps(of);
  return (
    <>
      <ByState import={of} steps={steps} />
      <EndButtons import={of} steps={steps} />
    </>
  );
}

interface PartProps {
  import: Import;
  steps: ImportSteps;
}

function ByState({ import: of, steps }: PartProps) {
  switch (of.state) {
    case 'uploading':
      return <Uploading import={of} />;
    case 'asking':
      return <Asking import={of} steps={steps} />;
    case 'ready':
      return <Ready import={of} steps={steps} />;
    case 'done':
      return (
        <>
          {of.overlaps.length > 0 && <OverlapsCard import={of} steps={steps} />}
          <Result import={of} />
          <RefusedRows import={of} />
          {of.summary !== null && <LeftOut summary={of.summary} />}
          <FoundFiles import={of} steps={steps} />
        </>
      );
    case 'undone':
    case 'discarded':
      return <Ended import={of} />;
    case 'failed':
      return (
        <>
          <Failed import={of} steps={steps} />
          {of.takesAnswers && of.tables.length > 0 && <FoundFiles import={of} steps={steps} />}
        </>
      );
    default:
      return <Working import={of} steps={steps} />;
  }
}

function Uploading({ import: of }: { import: Import }) {
  const upload = useUpload(of.importID);
  return (
    <>
      {upload !== undefined && <UploadCard upload={upload} />}
      {(upload === undefined || upload.unreadable !== undefined) && (
        <MissingFiles import={upload?.import ?? of} />
      )}
    </>
  );
}

/** Whether there is something to choose. */
function asks({ questions, conflicts }: Import): boolean {
  return questions.length > 0 || conflicts.length > 0;
}

/** Another answer of the server begins the form again. */
function keyOf({ questions, conflicts, conflictChoice }: Import): string {
  const answers = questions.map(({ id, answer }) => [id, answer]);
  return JSON.stringify([answers, conflicts.length, conflictChoice]);
}

function Asking({ import: of, steps }: PartProps) {
  return (
    <>
      {asks(of) ? (
        <AnswersForm key={keyOf(of)} import={of} steps={steps} />
      ) : (
        <Preview import={of} />
      )}
      <FoundFiles import={of} steps={steps} />
    </>
  );
}

function Ready({ import: of, steps }: PartProps) {
  const [changing, setChanging] = useState(false);
  if (changing) {
    return (
      <AnswersForm
        key={keyOf(of)}
        import={of}
        steps={steps}
        onUnchanged={() => setChanging(false)}
      />
    );
  }
  return (
    <div className={classes.form}>
      <Preview import={of} />
      {asks(of) && (
        <Button variant="default" onClick={() => setChanging(true)}>
          {messages.importQuestions.change}
        </Button>
      )}
      <FoundFiles import={of} steps={steps} />
      <StartForm import={of} steps={steps} />
    </div>
  );
}
