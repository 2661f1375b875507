//! The field's own words, each with the one text that stands for it in the database and in events.

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $text:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub enum $name {
            $($(#[$vdoc])* $variant),+
        }

        impl $name {
            /// All of them.
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            /// Its text.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $($name::$variant => $text),+
                }
            }
        }

        impl std::str::FromStr for $name {
            type Err = String;
            fn from_str(text: &str) -> Result<$name, String> {
                match text {
                    $($text => Ok($name::$variant),)+
                    other => Err(format!("{other} is no {}", stringify!($name))),
                }
            }
        }

        impl TryFrom<String> for $name {
            type Error = String;
            fn try_from(text: String) -> Result<$name, String> {
                text.parse()
            }
        }

        impl From<$name> for String {
            fn from(word: $name) -> String {
                word.as_str().to_owned()
            }
        }
    };
}

words!(
    /// How people are written to.
    Channel {
        /// By email.
        Email = "email",
        /// By text message.
        Text = "text",
    }
);

words!(
    /// What a campaign is.
    CampaignKind {
        /// A word.
        Basic = "basic",
        /// Items at a lower price.
        Promotion = "promotion",
        /// A code that checks carry.
        PromoCode = "promoCode",
        /// The word to one guest on a reward; not shown among campaigns.
        Reward = "reward",
    }
);

words!(
    /// Why somebody does not get a message.
    Exclusion {
        /// The person said so.
        OptedOut = "optedOut",
        /// Nobody said that they may get it.
        NoConsent = "noConsent",
        /// As many as one may get in seven days.
        TooMany = "tooMany",
        /// None that can be written to.
        NoAddress = "noAddress",
        /// Another recipient has the same address.
        Repeated = "repeated",
        /// Was forgotten.
        Erased = "erased",
        /// The campaign was stopped before.
        Stopped = "stopped",
    }
);

words!(
    /// What became of a recipient.
    Outcome {
        /// Not sent yet.
        Waiting = "waiting",
        /// A worker has it in hand.
        Sending = "sending",
        /// The provider took it.
        Sent = "sent",
        /// It was refused, or tried as often as is tried.
        Failed = "failed",
        /// Was not to be sent to.
        Excluded = "excluded",
        /// A worker ended between the provider's yes and our note.
        Unknown = "unknown",
    }
);

words!(
    /// Where a campaign stands.
    CampaignState {
        /// Workers send it.
        Sending = "sending",
        /// Nobody sends it until it is gone on with.
        Paused = "paused",
        /// What was not sent will not be.
        Stopped = "stopped",
        /// Nothing waits any more.
        Finished = "finished",
    }
);

words!(
    /// What an owner does to a campaign.
    Change {
        /// Holds it.
        Pause = "pause",
        /// Goes on with it.
        Resume = "resume",
        /// Ends it.
        Stop = "stop",
    }
);

words!(
    /// An act that says whether an address may be written to.
    Act {
        /// A till's word.
        Pos = "POS",
        /// An owner noted a wish.
        Owner = "OWNER",
        /// The person, by a link.
        Unsubscribe = "UNSUBSCRIBE",
        /// The person, by the page that the link opens.
        Resubscribe = "RESUBSCRIBE",
        /// The person, by a text.
        Stop = "STOP",
        /// The person, by a text.
        Start = "START",
        /// The address cannot be written to.
        Bounce = "BOUNCE",
    }
);

words!(
    /// What the SMS provider told last of a text that it took.
    Delivery {
        /// It arrived.
        Delivered = "DELIVERED",
        /// It did not arrive.
        Undelivered = "UNDELIVERED",
        /// It was not sent on.
        Failed = "FAILED",
    }
);

impl Act {
    /// The person's own word outranks all others.
    #[must_use]
    pub const fn is_persons(self) -> bool {
        matches!(self, Act::Unsubscribe | Act::Resubscribe | Act::Stop | Act::Start)
    }
}
