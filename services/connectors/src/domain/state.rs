//! How far an import is, and what may be done with it.

use saffron_core::{Code, Error};
use strum::{EnumString, IntoStaticStr};

/// How far an import is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "camelCase")]
pub enum State {
    /// Parts of its files are missing.
    Uploading,
    /// The files are read as a whole.
    Judging,
    /// Questions are open, or days have another source.
    Asking,
    /// It can be started.
    Ready,
    /// Batches are made of the files; nothing is sent yet.
    Preparing,
    /// Batches are sent.
    Sending,
    /// A person stopped it.
    Paused,
    /// All of it came in.
    Done,
    /// Its checks of some days are taken away.
    TakingOut,
    /// What it brought is taken back.
    Undoing,
    /// Nothing of it is left.
    Undone,
    /// It cannot go on by itself.
    Failed,
    /// It brought nothing, and never will.
    Discarded,
}

/// What becomes of days that another source has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "camelCase")]
pub enum ConflictChoice {
    /// The other source's checks are taken away until the import is undone.
    Replace,
    /// The import leaves these days out.
    Skip,
}

/// What a batch does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "camelCase")]
pub enum BatchKind {
    /// Takes away checks of another source.
    Remove,
    /// Brings checks of the files.
    Check,
    /// Brings back what was taken away, once the import is undone.
    Restore,
    /// Brings shifts of the files.
    Shift,
    /// Brings items of the menu.
    Item,
    /// Brings guests.
    Guest,
    /// Takes away the shifts and items of the batches behind it, or brings back what they replaced, once the import is undone.
    TakeBack,
}

impl State {
    /// As it is stored.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Whether it counts among the imports that a location may have at once.
    #[must_use]
    pub const fn is_open(self) -> bool {
        !matches!(self, State::Done | State::Undone | State::Discarded)
    }
}

impl ConflictChoice {
    /// As it is stored.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

impl BatchKind {
    /// As it is stored.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// Where an import stands: its state, and for a paused or failed one the state in which it goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// The state.
    pub state: State,
    /// The state in which it goes on.
    pub resumes: Option<State>,
    /// Whether anything of it was sent, or may have been.
    pub has_sent: bool,
}

/// What a person does with an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Begins to send.
    Start,
    /// Stops for a while.
    Pause,
    /// Goes on.
    Resume,
    /// Takes back what it brought.
    Undo,
    /// Ends it before it brought anything.
    Discard,
}

impl Standing {
    /// Whether a person can say what the files mean: not before they are there, and not once the import was started.
    #[must_use]
    pub const fn takes_answers(self) -> bool {
        match self.state {
            State::Judging | State::Asking | State::Ready => true,
            State::Failed => matches!(self.resumes, Some(State::Judging)),
            _ => false,
        }
    }

    /// Where the import stands after a step.
    ///
    /// # Errors
    /// Conflict, with words, if the step cannot be made now.
    pub fn after(self, step: Step) -> Result<Standing, Error> {
        let Standing { state, resumes, has_sent } = self;
        let to = |state, resumes| Ok(Standing { state, resumes, has_sent });
        match (step, state) {
            (Step::Start, State::Ready) => to(State::Preparing, None),
            (Step::Start, State::Uploading) => {
                conflict("The files are not complete: upload the missing parts first.")
            }
            (Step::Start, State::Judging) => conflict("The files are still being read. Please wait."),
            (Step::Start, State::Asking) => conflict("Please answer the open questions first."),
            (Step::Start, _) => conflict("The import was started already."),
            (Step::Pause, State::Preparing | State::Sending) => to(State::Paused, Some(state)),
            // It was faster than the person.
            (Step::Pause, State::Paused | State::Done) => Ok(self),
            (Step::Pause, _) => conflict("Only an import that is being sent can be paused."),
            (Step::Resume, State::Paused | State::Failed) => match resumes {
                Some(next) => to(next, None),
                None => conflict("The import cannot go on: upload the files again."),
            },
            (
                Step::Resume,
                State::Judging
                | State::Preparing
                | State::Sending
                | State::TakingOut
                | State::Undoing
                | State::Done,
            ) => Ok(self),
            (Step::Resume, _) => conflict("Only an import that is paused or failed can go on."),
            (Step::Undo, State::Undoing | State::Undone) => Ok(self),
            (Step::Undo, State::Done | State::TakingOut) => to(State::Undoing, None),
            (Step::Undo, State::Paused | State::Failed | State::Sending) if has_sent => {
                to(State::Undoing, None)
            }
            (Step::Undo, _) => conflict("The import brought nothing: discard it instead."),
            (Step::Discard, State::Discarded) => Ok(self),
            (Step::Discard, _) if has_sent => {
                conflict("A part of the import came in: undo it instead of discarding it.")
            }
            (Step::Discard, State::Done | State::Undoing | State::Undone) => {
                conflict("The import has ended already.")
            }
            (Step::Discard, _) => to(State::Discarded, None),
        }
    }
}

fn conflict<T>(message: &str) -> Result<T, Error> {
    Err(Error::new(Code::Conflict, message))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [State; 13] = [
        State::Uploading,
        State::Judging,
        State::Asking,
        State::Ready,
        State::Preparing,
        State::Sending,
        State::Paused,
        State::Done,
        State::TakingOut,
        State::Undoing,
        State::Undone,
        State::Failed,
        State::Discarded,
    ];

    fn at(state: State) -> Standing {
        Standing { state, resumes: None, has_sent: false }
    }

    #[test]
    fn import_is_started_only_when_nothing_is_open() {
        let startable: Vec<State> =
            ALL.into_iter().filter(|state| at(*state).after(Step::Start).is_ok()).collect();
        assert_eq!(startable, [State::Ready]);
    }

    #[test]
    fn import_takes_answers_until_it_is_started() {
        let answerable: Vec<State> = ALL.into_iter().filter(|state| at(*state).takes_answers()).collect();
        assert_eq!(answerable, [State::Judging, State::Asking, State::Ready]);
        let failed = |resumes| Standing { resumes: Some(resumes), ..at(State::Failed) };
        assert!(failed(State::Judging).takes_answers() && !failed(State::Sending).takes_answers());
    }

    #[test]
    fn paused_import_goes_on_where_it_stopped() {
        for state in [State::Preparing, State::Sending] {
            let paused = at(state).after(Step::Pause).unwrap();
            assert_eq!(paused.state, State::Paused);
            assert_eq!(paused.after(Step::Resume).unwrap().state, state);
        }
    }

    #[test]
    fn import_that_sent_something_is_undone_not_discarded() {
        for state in ALL {
            let sent = Standing { has_sent: true, ..at(state) };
            assert!(state == State::Discarded || sent.after(Step::Discard).is_err(), "{state:?}");
        }
        for state in [State::Uploading, State::Judging, State::Asking, State::Ready] {
            assert!(at(state).after(Step::Undo).is_err(), "{state:?}");
            assert_eq!(at(state).after(Step::Discard).unwrap().state, State::Discarded);
        }
    }

    #[test]
    fn state_is_found_by_its_name() {
        assert!(ALL.into_iter().all(|state| state.as_str().parse() == Ok(state)));
    }
}
