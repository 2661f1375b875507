use std::collections::BTreeMap;

use saffron_core::BusinessDate;

use super::{Figures, LocationIndex, Plan, RowIndex, Side};

/// What a report's rows are split by: one entry for each of its members, such as the id of an item. Empty for reports that
/// are split by nothing.
pub type Members = Vec<String>;

/// The sums of a report: by row of its plan and member, each side.
#[derive(Debug, Default)]
pub struct Answer {
    cells: BTreeMap<(RowIndex, Members), Cell>,
}

/// One row's and member's sums.
#[derive(Debug, Clone, Default)]
pub struct Cell {
    sides: [Figures; Side::COUNT],
    /// Names that may change, as they were when they were last used on the row's own days.
    names: Vec<String>,
    named_on: Option<(bool, BusinessDate)>,
}

impl Cell {
    /// The sums of a side; none where no fact contributes.
    #[must_use]
    pub fn side(&self, side: Side) -> Option<&Figures> {
        self.sides.get(side as usize).filter(|sums| sums.facts > 0)
    }

    /// The names that go with its member.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }
}

impl Answer {
    /// Adds what stands at a probe. `names` were last used on `named_on`.
    pub fn add(
        &mut self,
        probe: usize,
        members: Members,
        names: Vec<String>,
        named_on: BusinessDate,
        sums: Figures,
    ) {
        let (row, side) = Plan::of_probe(probe);
        let cell = self.cells.entry((row, members)).or_default();
        if let Some(sum) = cell.sides.get_mut(side as usize) {
            *sum += sums;
        }
        // The row's own days name it; where it has none, those it is compared with. Of two names of one day the greater
        // stands.
        let rank = (side == Side::Own, named_on);
        let is_newer = cell.named_on.is_none_or(|known| (known, &cell.names) < (rank, &names));
        if is_newer {
            cell.names = names;
            cell.named_on = Some(rank);
        }
    }

    /// Adds what stands at a day of a location to every side that holds it.
    pub fn add_day(
        &mut self,
        plan: &Plan,
        (location, date): (LocationIndex, BusinessDate),
        members: &Members,
        names: &[String],
        sums: Figures,
    ) {
        for (row, side) in plan.holders(location, date) {
            self.add(Plan::probe(row, side), members.clone(), names.to_vec(), date, sums);
        }
    }

    /// Forgets every side that is up to a quarter of an hour.
    pub fn drop_parts(&mut self, plan: &Plan) {
        for ((row, _), cell) in &mut self.cells {
            if plan.rows.get(*row).is_some_and(|row| row.running.is_some()) {
                for side in [Side::Comparable, Side::LastWeek, Side::LastYear] {
                    if let Some(sums) = cell.sides.get_mut(side as usize) {
                        *sums = Figures::default();
                    }
                }
            }
        }
    }

    /// A row's and member's sums.
    #[must_use]
    pub fn cell(&self, row: RowIndex, members: &Members) -> Option<&Cell> {
        self.cells.get(&(row, members.clone()))
    }

    /// Everything, by row and member.
    pub fn iter(&self) -> impl Iterator<Item = (RowIndex, &Members, &Cell)> {
        self.cells.iter().map(|((row, members), cell)| (*row, members, cell))
    }
}
