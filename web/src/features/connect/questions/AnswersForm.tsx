import { Title } from '@mantine/core';
import { useState } from 'react';
import type { Import } from '@/api';
import { FormError } from '@/components/form/FormError';
import { SubmitBar } from '@/components/form/SubmitBar';
import { messages } from '@/lib/messages';
import page from '../Connect.module.css';
import type { ImportSteps } from '../useImportSteps';
import { refusalText } from '../words';
import { type Chosen, CONFLICTS, chosenBefore, missingAnswers, newIn } from './answers';
import { ConflictsCard } from './ConflictsCard';
import { QuestionCard } from './QuestionCard';

const words = messages.importQuestions;

interface AnswersFormProps {
  import: Import;
  steps: ImportSteps;
  /** Called instead of sending answers that stand already. */
  onUnchanged?: () => void;
}

/** All questions of an import, the open ones first, and one button that sends the answers. */
export function AnswersForm(props: AnswersFormProps) {
  const { import: of, steps, onUnchanged } = props;
  const { say, busy } = steps;
  const [chosen, setChosen] = useState<Chosen>(() => chosenBefore(of));
  const [asked, setAsked] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { questions, conflicts } = of;
  const open = questions.filter(({ answer }) => answer === null);
  const answered = questions.filter(({ answer }) => answer !== null);
  const missing = asked ? missingAnswers(of, chosen) : [];

  const send = async () => {
    setAsked(true);
    const [first] = missingAnswers(of, chosen);
    if (first !== undefined) {
      document.getElementById(`question/${first}`)?.scrollIntoView({ block: 'start' });
      return;
    }
    setFailure(null);
    const saying = newIn(of, chosen);
    if (saying === null) {
      onUnchanged?.();
      return;
    }
    try {
      await say(saying);
    } catch (error) {
      setFailure(refusalText(error, words.failed));
    }
  };

  const card = (question: (typeof questions)[number]) => (
    <div key={question.id} id={`question/${question.id}`}>
      <QuestionCard
        importID={of.importID}
        question={question}
        value={chosen.answers[question.id] ?? null}
        missing={missing.includes(question.id)}
        onChange={(value) =>
          setChosen({ ...chosen, answers: { ...chosen.answers, [question.id]: value } })
        }
      />
    </div>
  );
  return (
    <form
      className={page.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {open.length > 0 && (
        <div>
          <Title order={2} fz="lg">
            {words.title(open.length)}
          </Title>
          <p className={page.hint}>{words.sentence}</p>
        </div>
      )}
      {open.map(card)}
      {conflicts.length > 0 && (
        <div id={`question/${CONFLICTS}`}>
          <ConflictsCard
            conflicts={conflicts}
            value={chosen.conflictChoice}
            missing={missing.includes(CONFLICTS)}
            onChange={(conflictChoice) => setChosen({ ...chosen, conflictChoice })}
          />
        </div>
      )}
      {answered.length > 0 && (
        <Title order={2} fz="lg">
          {words.answered}
        </Title>
      )}
      {answered.map(card)}
      <FormError text={failure} />
      <SubmitBar label={words.submit} busy={busy === 'answer'} />
    </form>
  );
}
