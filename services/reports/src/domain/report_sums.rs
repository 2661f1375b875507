use std::collections::BTreeMap;

use saffron_core::BusinessDate;

use super::{Figures, LocationIndex, Plan, RowIndex, Side};

/// What a report's rows are split by: one entry for each of its members, such as the id of an item. Empty for reports that
/// are split by nothing.
pub type Members = Vec<String>;

/// The sums of a report, by row of its plan, members and side.
#[derive(Debug, Default)]
pub struct ReportSums {
    cells: BTreeMap<(RowIndex, Members), Cell>,
}

/// The sums of one row and its members.
#[derive(Debug, Clone, Default)]
pub struct Cell {
    /// On the heap: a kilobyte, which the map would move with each cell that comes before it.
    sides: Box<[Figures; Side::COUNT]>,
    /// Names that may change, as last used on the row's own days.
    names: Vec<String>,
    named_on: Option<(bool, BusinessDate)>,
}

impl Cell {
    /// The sums of a side; none without a fact.
    #[must_use]
    pub fn side(&self, side: Side) -> Option<&Figures> {
        self.sides.get(side as usize).filter(|sums| sums.facts > 0)
    }

    /// The names of its members, as last used.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }
}

impl ReportSums {
    /// Adds sums to the row and side of a [`Plan::side_index`]. `names` were last used on `named_on`.
    pub fn add(
        &mut self,
        side_index: usize,
        members: Members,
        names: Vec<String>,
        named_on: BusinessDate,
        sums: &Figures,
    ) {
        let (row, side) = Plan::row_and_side(side_index);
        let cell = self.cells.entry((row, members)).or_default();
        if let Some(sum) = cell.sides.get_mut(side as usize) {
            *sum += sums;
        }
        // The row's own days name it; without such days, those it is compared with. Of two names of one day the greater
        // one wins.
        let rank = (side == Side::Own, named_on);
        let is_newer = cell.named_on.is_none_or(|known| (known, &cell.names) < (rank, &names));
        if is_newer {
            cell.names = names;
            cell.named_on = Some(rank);
        }
    }

    /// Adds a location's sums of one day to every row and side that contains the day.
    pub fn add_day(
        &mut self,
        plan: &Plan,
        (location, date): (LocationIndex, BusinessDate),
        members: &Members,
        names: &[String],
        sums: &Figures,
    ) {
        for (row, side) in plan.sides_with(location, date) {
            self.add(Plan::side_index(row, side), members.clone(), names.to_vec(), date, sums);
        }
    }

    /// Empties every side that ends with a partial day.
    pub fn drop_partial_days(&mut self, plan: &Plan) {
        for ((row, _), cell) in &mut self.cells {
            if plan.rows.get(*row).is_some_and(|row| row.running.is_some()) {
                for side in Side::OF_COMPARISONS {
                    if let Some(sums) = cell.sides.get_mut(side as usize) {
                        *sums = Figures::default();
                    }
                }
            }
        }
    }

    /// The sums of a row and its members.
    #[must_use]
    pub fn cell(&self, row: RowIndex, members: &Members) -> Option<&Cell> {
        self.cells.get(&(row, members.clone()))
    }

    /// All sums, by row and members.
    pub fn iter(&self) -> impl Iterator<Item = (RowIndex, &Members, &Cell)> {
        self.cells.iter().map(|((row, members), cell)| (*row, members, cell))
    }
}
