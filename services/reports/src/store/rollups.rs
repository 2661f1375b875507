//! Moving roll-ups: one statement a table, rows in the order of their keys.

use std::collections::BTreeMap;

use saffron_core::{BusinessDate, PosId, Quarter};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::sql_date;
use crate::domain::{
    Dimension, DimensionFigures, Figures, ItemFigures, LaborFigures, Movement, TenderFigures,
};

type Day = (PosId, BusinessDate);

/// Moves every roll-up by what its facts contribute. The locations are locked by their versions, so that
/// nobody else moves them meanwhile.
///
/// # Errors
/// If the database is away.
pub async fn move_rollups(tx: &mut Tx, movement: Movement) -> Result<(), Fault> {
    move_days(tx, movement.days).await?;
    move_quarters(tx, movement.quarters).await?;
    move_items(tx, movement.items).await?;
    move_dimensions(tx, movement.dimensions).await?;
    move_tenders(tx, movement.tenders).await?;
    move_labor(tx, movement.labor).await
}

async fn move_days(tx: &mut Tx, rows: BTreeMap<Day, Figures>) -> Result<(), Fault> {
    if rows.is_empty() {
        return Ok(());
    }
    let (mut pos_ids, mut dates) = (Vec::new(), Vec::new());
    let mut sums: [Vec<i64>; 14] = Default::default();
    for (day, figures) in rows {
        pos_ids.push(day.0.to_string());
        dates.push(sql_date(day.1));
        let row = [
            figures.facts,
            figures.gross_sales,
            figures.gross_discounts,
            figures.gross_tax,
            figures.gross_voids,
            figures.gross_tips,
            figures.gross_reward_used,
            figures.gross_payment,
            figures.gross_cost,
            figures.gross_labor,
            figures.labor_minutes,
            figures.sales_without_cost,
            figures.checks,
            figures.covers,
        ];
        sums.iter_mut().zip(row).for_each(|(column, value)| column.push(value));
    }
    let [
        facts,
        gross_sales,
        gross_discounts,
        gross_tax,
        gross_voids,
        gross_tips,
        gross_reward_used,
        gross_payment,
        gross_cost,
        gross_labor,
        labor_minutes,
        sales_without_cost,
        checks,
        covers,
    ] = sums;
    sqlx::query!(
        r#"INSERT INTO rollup_day AS r (pos_id, business_date, facts, gross_sales, gross_discounts, gross_tax, gross_voids, gross_tips,
             gross_reward_used, gross_payment, gross_cost, gross_labor, labor_minutes, sales_without_cost, checks,
             covers)
           SELECT * FROM unnest($1::text[], $2::date[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
             $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[],
             $14::bigint[], $15::bigint[], $16::bigint[])
           ON CONFLICT (pos_id, business_date) DO UPDATE SET
             facts = r.facts + excluded.facts, gross_sales = r.gross_sales + excluded.gross_sales,
             gross_discounts = r.gross_discounts + excluded.gross_discounts,
             gross_tax = r.gross_tax + excluded.gross_tax, gross_voids = r.gross_voids + excluded.gross_voids,
             gross_tips = r.gross_tips + excluded.gross_tips,
             gross_reward_used = r.gross_reward_used + excluded.gross_reward_used,
             gross_payment = r.gross_payment + excluded.gross_payment,
             gross_cost = r.gross_cost + excluded.gross_cost, gross_labor = r.gross_labor + excluded.gross_labor,
             labor_minutes = r.labor_minutes + excluded.labor_minutes,
             sales_without_cost = r.sales_without_cost + excluded.sales_without_cost,
             checks = r.checks + excluded.checks, covers = r.covers + excluded.covers"#,
        &pos_ids,
        &dates as &[jiff_sqlx::Date],
        &facts,
        &gross_sales,
        &gross_discounts,
        &gross_tax,
        &gross_voids,
        &gross_tips,
        &gross_reward_used,
        &gross_payment,
        &gross_cost,
        &gross_labor,
        &labor_minutes,
        &sales_without_cost,
        &checks,
        &covers
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

async fn move_quarters(tx: &mut Tx, rows: BTreeMap<(Day, Quarter), Figures>) -> Result<(), Fault> {
    if rows.is_empty() {
        return Ok(());
    }
    let (mut pos_ids, mut dates) = (Vec::new(), Vec::new());
    let mut quarters = Vec::new();
    let mut sums: [Vec<i64>; 14] = Default::default();
    for ((day, quarter), figures) in rows {
        pos_ids.push(day.0.to_string());
        dates.push(sql_date(day.1));
        quarters.push(i16::from(quarter.number()));
        let row = [
            figures.facts,
            figures.gross_sales,
            figures.gross_discounts,
            figures.gross_tax,
            figures.gross_voids,
            figures.gross_tips,
            figures.gross_reward_used,
            figures.gross_payment,
            figures.gross_cost,
            figures.gross_labor,
            figures.labor_minutes,
            figures.sales_without_cost,
            figures.checks,
            figures.covers,
        ];
        sums.iter_mut().zip(row).for_each(|(column, value)| column.push(value));
    }
    let [
        facts,
        gross_sales,
        gross_discounts,
        gross_tax,
        gross_voids,
        gross_tips,
        gross_reward_used,
        gross_payment,
        gross_cost,
        gross_labor,
        labor_minutes,
        sales_without_cost,
        checks,
        covers,
    ] = sums;
    sqlx::query!(
        r#"INSERT INTO rollup_quarter AS r (pos_id, business_date, quarter, facts, gross_sales, gross_discounts, gross_tax, gross_voids,
             gross_tips, gross_reward_used, gross_payment, gross_cost, gross_labor, labor_minutes,
             sales_without_cost, checks, covers)
           SELECT * FROM unnest($1::text[], $2::date[], $3::smallint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
             $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[],
             $14::bigint[], $15::bigint[], $16::bigint[], $17::bigint[])
           ON CONFLICT (pos_id, business_date, quarter) DO UPDATE SET
             facts = r.facts + excluded.facts, gross_sales = r.gross_sales + excluded.gross_sales,
             gross_discounts = r.gross_discounts + excluded.gross_discounts,
             gross_tax = r.gross_tax + excluded.gross_tax, gross_voids = r.gross_voids + excluded.gross_voids,
             gross_tips = r.gross_tips + excluded.gross_tips,
             gross_reward_used = r.gross_reward_used + excluded.gross_reward_used,
             gross_payment = r.gross_payment + excluded.gross_payment,
             gross_cost = r.gross_cost + excluded.gross_cost, gross_labor = r.gross_labor + excluded.gross_labor,
             labor_minutes = r.labor_minutes + excluded.labor_minutes,
             sales_without_cost = r.sales_without_cost + excluded.sales_without_cost,
             checks = r.checks + excluded.checks, covers = r.covers + excluded.covers"#,
        &pos_ids,
        &dates as &[jiff_sqlx::Date],
        &quarters,
        &facts,
        &gross_sales,
        &gross_discounts,
        &gross_tax,
        &gross_voids,
        &gross_tips,
        &gross_reward_used,
        &gross_payment,
        &gross_cost,
        &gross_labor,
        &labor_minutes,
        &sales_without_cost,
        &checks,
        &covers
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

async fn move_items(tx: &mut Tx, rows: BTreeMap<(Day, [String; 4]), ItemFigures>) -> Result<(), Fault> {
    if rows.is_empty() {
        return Ok(());
    }
    let (mut pos_ids, mut dates) = (Vec::new(), Vec::new());
    let mut pos_item_ids = Vec::new();
    let mut item_names = Vec::new();
    let mut major_categorys = Vec::new();
    let mut minor_categorys = Vec::new();
    let mut sums: [Vec<i64>; 6] = Default::default();
    for ((day, [item, name, major, minor]), figures) in rows {
        pos_ids.push(day.0.to_string());
        dates.push(sql_date(day.1));
        pos_item_ids.push(item);
        item_names.push(name);
        major_categorys.push(major);
        minor_categorys.push(minor);
        let row = [
            figures.facts,
            figures.quantity,
            figures.gross_sales,
            figures.gross_discounts,
            figures.gross_cost,
            figures.sales_without_cost,
        ];
        sums.iter_mut().zip(row).for_each(|(column, value)| column.push(value));
    }
    let [facts, quantity, gross_sales, gross_discounts, gross_cost, sales_without_cost] = sums;
    sqlx::query!(
        r#"INSERT INTO rollup_item AS r (pos_id, business_date, pos_item_id, item_name, major_category, minor_category, facts, quantity,
             gross_sales, gross_discounts, gross_cost, sales_without_cost)
           SELECT * FROM unnest($1::text[], $2::date[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::bigint[],
             $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[])
           ON CONFLICT (pos_id, business_date, pos_item_id, item_name, major_category, minor_category) DO UPDATE SET
             facts = r.facts + excluded.facts, quantity = r.quantity + excluded.quantity,
             gross_sales = r.gross_sales + excluded.gross_sales,
             gross_discounts = r.gross_discounts + excluded.gross_discounts,
             gross_cost = r.gross_cost + excluded.gross_cost,
             sales_without_cost = r.sales_without_cost + excluded.sales_without_cost"#,
        &pos_ids,
        &dates as &[jiff_sqlx::Date],
        &pos_item_ids,
        &item_names,
        &major_categorys,
        &minor_categorys,
        &facts,
        &quantity,
        &gross_sales,
        &gross_discounts,
        &gross_cost,
        &sales_without_cost
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

async fn move_dimensions(
    tx: &mut Tx,
    rows: BTreeMap<(Day, Dimension, [String; 2]), DimensionFigures>,
) -> Result<(), Fault> {
    if rows.is_empty() {
        return Ok(());
    }
    let (mut pos_ids, mut dates) = (Vec::new(), Vec::new());
    let mut dimensions = Vec::new();
    let mut members = Vec::new();
    let mut labels = Vec::new();
    let mut sums: [Vec<i64>; 10] = Default::default();
    for ((day, dimension, [member, label]), figures) in rows {
        pos_ids.push(day.0.to_string());
        dates.push(sql_date(day.1));
        dimensions.push(dimension.code());
        members.push(member);
        labels.push(label);
        let row = [
            figures.facts,
            figures.gross_sales,
            figures.gross_discounts,
            figures.gross_voids,
            figures.gross_tips,
            figures.gross_payment,
            figures.source_fee,
            figures.table_minutes,
            figures.checks,
            figures.covers,
        ];
        sums.iter_mut().zip(row).for_each(|(column, value)| column.push(value));
    }
    let [
        facts,
        gross_sales,
        gross_discounts,
        gross_voids,
        gross_tips,
        gross_payment,
        source_fee,
        table_minutes,
        checks,
        covers,
    ] = sums;
    sqlx::query!(
        r#"INSERT INTO rollup_dimension AS r (pos_id, business_date, dimension, member, label, facts, gross_sales, gross_discounts, gross_voids,
             gross_tips, gross_payment, source_fee, table_minutes, checks, covers)
           SELECT * FROM unnest($1::text[], $2::date[], $3::smallint[], $4::text[], $5::text[], $6::bigint[], $7::bigint[],
             $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[],
             $14::bigint[], $15::bigint[])
           ON CONFLICT (pos_id, business_date, dimension, member, label) DO UPDATE SET
             facts = r.facts + excluded.facts, gross_sales = r.gross_sales + excluded.gross_sales,
             gross_discounts = r.gross_discounts + excluded.gross_discounts,
             gross_voids = r.gross_voids + excluded.gross_voids, gross_tips = r.gross_tips + excluded.gross_tips,
             gross_payment = r.gross_payment + excluded.gross_payment,
             source_fee = r.source_fee + excluded.source_fee,
             table_minutes = r.table_minutes + excluded.table_minutes, checks = r.checks + excluded.checks,
             covers = r.covers + excluded.covers"#,
        &pos_ids,
        &dates as &[jiff_sqlx::Date],
        &dimensions,
        &members,
        &labels,
        &facts,
        &gross_sales,
        &gross_discounts,
        &gross_voids,
        &gross_tips,
        &gross_payment,
        &source_fee,
        &table_minutes,
        &checks,
        &covers
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

async fn move_tenders(tx: &mut Tx, rows: BTreeMap<(Day, [String; 3]), TenderFigures>) -> Result<(), Fault> {
    if rows.is_empty() {
        return Ok(());
    }
    let (mut pos_ids, mut dates) = (Vec::new(), Vec::new());
    let mut cashiers = Vec::new();
    let mut cashier_names = Vec::new();
    let mut payment_types = Vec::new();
    let mut sums: [Vec<i64>; 4] = Default::default();
    for ((day, [cashier, name, payment_type]), figures) in rows {
        pos_ids.push(day.0.to_string());
        dates.push(sql_date(day.1));
        cashiers.push(cashier);
        cashier_names.push(name);
        payment_types.push(payment_type);
        let row = [figures.facts, figures.payments, figures.amount, figures.tips];
        sums.iter_mut().zip(row).for_each(|(column, value)| column.push(value));
    }
    let [facts, payments, amount, tips] = sums;
    sqlx::query!(
        r#"INSERT INTO rollup_tender AS r (pos_id, business_date, cashier, cashier_name, payment_type, facts, payments, amount, tips)
           SELECT * FROM unnest($1::text[], $2::date[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::bigint[],
             $9::bigint[])
           ON CONFLICT (pos_id, business_date, cashier, cashier_name, payment_type) DO UPDATE SET
             facts = r.facts + excluded.facts, payments = r.payments + excluded.payments,
             amount = r.amount + excluded.amount, tips = r.tips + excluded.tips"#,
        &pos_ids,
        &dates as &[jiff_sqlx::Date],
        &cashiers,
        &cashier_names,
        &payment_types,
        &facts,
        &payments,
        &amount,
        &tips
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

async fn move_labor(tx: &mut Tx, rows: BTreeMap<(Day, [String; 3]), LaborFigures>) -> Result<(), Fault> {
    if rows.is_empty() {
        return Ok(());
    }
    let (mut pos_ids, mut dates) = (Vec::new(), Vec::new());
    let mut jobs = Vec::new();
    let mut employees = Vec::new();
    let mut employee_names = Vec::new();
    let mut sums: [Vec<i64>; 5] = Default::default();
    for ((day, [job, employee, name]), figures) in rows {
        pos_ids.push(day.0.to_string());
        dates.push(sql_date(day.1));
        jobs.push(job);
        employees.push(employee);
        employee_names.push(name);
        let row =
            [figures.facts, figures.regular_minutes, figures.overtime_minutes, figures.pay, figures.tips];
        sums.iter_mut().zip(row).for_each(|(column, value)| column.push(value));
    }
    let [facts, regular_minutes, overtime_minutes, pay, tips] = sums;
    sqlx::query!(
        r#"INSERT INTO rollup_labor AS r (pos_id, business_date, job, employee, employee_name, facts, regular_minutes, overtime_minutes, pay,
             tips)
           SELECT * FROM unnest($1::text[], $2::date[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::bigint[],
             $9::bigint[], $10::bigint[])
           ON CONFLICT (pos_id, business_date, job, employee, employee_name) DO UPDATE SET
             facts = r.facts + excluded.facts, regular_minutes = r.regular_minutes + excluded.regular_minutes,
             overtime_minutes = r.overtime_minutes + excluded.overtime_minutes, pay = r.pay + excluded.pay,
             tips = r.tips + excluded.tips"#,
        &pos_ids,
        &dates as &[jiff_sqlx::Date],
        &jobs,
        &employees,
        &employee_names,
        &facts,
        &regular_minutes,
        &overtime_minutes,
        &pay,
        &tips
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}
