//! The people who work at a restaurant, and their jobs.

use std::collections::BTreeMap;

use saffron_till::Person;

use super::id_of;
use crate::text;
use crate::toast::model::{Employee, Job, Reference};

/// The people of a restaurant.
#[derive(Debug, Clone, Default)]
pub struct Team {
    names: BTreeMap<String, String>,
    jobs: BTreeMap<String, String>,
}

impl Team {
    /// Of employees, those who left among them, and jobs.
    #[must_use]
    pub fn new(employees: &[Employee], jobs: &[Job]) -> Team {
        let name = |of: &Employee| {
            let first =
                text::name(of.chosen_name.as_deref()).or_else(|| text::name(of.first_name.as_deref()));
            let parts: Vec<String> = first.into_iter().chain(text::name(of.last_name.as_deref())).collect();
            text::name(Some(&parts.join(" ")))
        };
        let titled = |job: &Job| Some((job.guid.clone()?, text::name(job.title.as_deref())?));
        Team {
            names: employees.iter().filter_map(|of| Some((of.guid.clone()?, name(of)?))).collect(),
            jobs: jobs.iter().filter_map(titled).collect(),
        }
    }

    /// A person, by the id where the name is not known.
    pub(super) fn person(&self, reference: Option<&Reference>) -> Option<Person> {
        let id = text::cut(id_of(reference)?, text::NAME);
        Some(Person { name: self.names.get(&id).cloned().unwrap_or_else(|| id.clone()), id })
    }

    /// What a person worked as.
    pub(super) fn job(&self, reference: Option<&Reference>) -> Option<&str> {
        self.jobs.get(id_of(reference)?).map(String::as_str)
    }
}
