//! The people who work at a merchant.

use std::collections::BTreeMap;

use saffron_till::Person;

use crate::clover::model::Employee;
use crate::text;

/// The people of a merchant.
#[derive(Debug, Clone, Default)]
pub struct Team {
    members: BTreeMap<String, Member>,
}

#[derive(Debug, Clone)]
struct Member {
    name: Option<String>,
    job: Option<String>,
}

impl Team {
    /// Of employees, those who left among them.
    #[must_use]
    pub fn new(employees: &[Employee]) -> Team {
        let mut team = Team::default();
        for employee in employees {
            let Some(id) = employee.id.clone() else { continue };
            let names = [&employee.name, &employee.nickname];
            let name = names.into_iter().find_map(|name| text::name(name.as_deref()));
            // A role that the merchant made says more than one of Clover's three.
            let own = employee.roles.iter().find_map(|role| text::name(role.name.as_deref()));
            let job = own.or_else(|| employee.role.as_deref().map(text::title)).filter(|job| !job.is_empty());
            team.members.insert(id, Member { name, job });
        }
        team
    }

    /// A person, by the id where the name is not known.
    pub(super) fn person(&self, id: &str) -> Person {
        let id = text::cut(id, text::NAME);
        let name = self.members.get(&id).and_then(|member| member.name.clone());
        Person { name: name.unwrap_or_else(|| id.clone()), id }
    }

    /// What a person works as: shifts do not say.
    pub(super) fn job(&self, id: &str) -> Option<&str> {
        self.members.get(id)?.job.as_deref()
    }
}
