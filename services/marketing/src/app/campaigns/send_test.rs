use saffron_core::{Code, Error, PosId};
use saffron_kit::Fault;
use saffron_kit::grpc::Caller;
use saffron_kit::mail::Mail;
use uuid::Uuid;

use super::recipients::{check_sender, find_described};
use crate::app::App;
use crate::app::own_messages::{mail_error, note_own_message};
use crate::domain::{Address, Channel, Draft, render_text};
use crate::store::SmsFault;

/// Sends the message of a draft to the person who writes it, at their own address.
pub async fn send_test(
    app: &App,
    caller: &Caller,
    pos_id: &PosId,
    draft: &Draft,
    (business_name, website): (&str, &str),
    to: &Address,
) -> Result<(), Fault> {
    if draft.body.is_empty() {
        return Err(Error::invalid("body", "must not be empty").into());
    }
    let test = Uuid::now_v7();
    let mut tx = app.database.begin().await?;
    let location = find_described(&mut tx, pos_id).await?;
    check_sender(&location, draft.channel, business_name, website)?;
    draft.check_end(location.calendar.today(app.now()))?;
    note_own_message(app, &mut tx, caller, test).await?;
    tx.commit().await?;
    let content = draft.content();
    match draft.channel {
        Channel::Email => {
            let (html, text) = app.mails.render(&location, &content)?.to("#");
            let subject = if draft.subject.is_empty() { &location.name } else { &draft.subject };
            let mail = Mail {
                from_name: location.name.clone(),
                to: to.to_string(),
                subject: format!("Test: {subject}"),
                html,
                text,
                id: format!("test.{test}"),
                unsubscribe: None,
                reply_to: None,
                attachment: None,
            };
            app.mailer.send(&mail).await.map_err(mail_error)?;
        }
        Channel::Text => {
            let first_name = caller.name.split(' ').next().unwrap_or_default();
            let text = render_text(&location, &content, first_name);
            app.sms.send(to.as_str(), &text, &test.to_string()).await.map_err(|fault| match fault {
                SmsFault::Refused(why) => Error::new(Code::Conflict, format!("The text was refused: {why}")),
                SmsFault::NoSuchNumber => {
                    Error::new(Code::Conflict, "The phone number of your account cannot receive texts.")
                }
                SmsFault::OptedOut => Error::new(
                    Code::Conflict,
                    "You opted out of these texts. Reply START to one of them to get tests again.",
                ),
                SmsFault::Later(..) | SmsFault::Unknown(_) => {
                    Error::unavailable("The text was not accepted. Please try again in a minute.")
                }
            })?;
        }
    }
    Ok(())
}
