use super::Formula::{Column as Of, Ratio, Seconds, Sum};
use super::{Column, Figure, JsonKey, Prefer, Unit};

macro_rules! figures {
    ($($name:ident $key:literal $label:literal $unit:ident $prefer:ident $formula:expr, $definition:literal;)*) => {
        $(
            #[doc = $definition]
            pub static $name: Figure = Figure {
                id: stringify!($name),
                key: $key,
                json_key: JsonKey::new(concat!(",\"", $key, "\":")),
                label: $label,
                unit: Unit::$unit,
                prefer: Prefer::$prefer,
                formula: $formula,
                definition: $definition,
            };
        )*
        /// Every figure.
        pub static ALL: &[&Figure] = &[$(&$name),*];
    };
}

figures! {
    GROSS_SALES "grossSales" "Gross sales" Money More Of(Column::GrossSales),
        "Everything sold at its price, before discounts. Voids, tax and tips are not included.";
    NET_SALES "netSales" "Net sales" Money More Sum(&[(1, &GROSS_SALES), (-1, &GROSS_DISCOUNTS)]),
        "Gross sales less discounts.";
    GROSS_DISCOUNTS "grossDiscounts" "Discounts" Money Less Of(Column::GrossDiscounts),
        "Discounts on lines and on whole checks, with comps and employee meals. A check's discount is spread over its lines.";
    GROSS_TAX "grossTax" "Tax" Money Neutral Of(Column::GrossTax),
        "Sales tax on everything sold. It is not part of sales, also where prices include it.";
    GROSS_VOIDS "grossVoids" "Voids" Money Less Of(Column::GrossVoids),
        "The value of voided lines and checks. Voids are excluded from every other figure.";
    GROSS_TIPS "grossTips" "Tips" Money More Of(Column::GrossTips),
        "Tips on payments. Tips that staff declare at the end of a shift are in the labor report only.";
    GROSS_REWARD_USED "grossRewardUsed" "Reward used" Money Neutral Of(Column::GrossRewardUsed),
        "The amount paid with reward points. 100 points are $1.00.";
    GROSS_SERVICE_CHARGES "grossServiceCharges" "Service charges" Money More Of(Column::GrossServiceCharges),
        "Fees and delivery charges without their tax: revenue beside sales. Gratuity is not included.";
    GROSS_GRATUITY "grossGratuity" "Gratuity" Money Neutral Of(Column::GrossGratuity),
        "Automatic gratuity. It belongs to the staff, and is part of no sales, tips or profit.";
    GROSS_DEFERRED "grossDeferred" "Gift cards sold" Money Neutral Of(Column::GrossDeferred),
        "Gift cards and deposits sold. They become sales once they are redeemed.";
    GROSS_REDEEMED "grossRedeemed" "Gift cards redeemed" Money Neutral Of(Column::GrossRedeemed),
        "The amount paid with gift cards and deposits. It is part of payments.";
    GROSS_ROUNDING "grossRounding" "Rounding" Money Neutral Of(Column::GrossRounding),
        "The amount by which checks were rounded, such as to five cents for cash.";
    MARKETPLACE_TAX "marketplaceTax" "Tax by marketplaces" Money Neutral Of(Column::MarketplaceTax),
        "Sales tax that marketplaces collect and owe. It is not part of tax or payments.";
    OUT_OF_BALANCE "outOfBalance" "Out of balance" Money Neutral Of(Column::OutOfBalance),
        "Payments less everything that was due. It is zero unless amounts from the POS do not add up.";
    GROSS_PAYMENT "grossPayment" "Payments" Money More Of(Column::GrossPayment),
        "The amount paid, including tips.";
    GROSS_COST "grossCost" "Cost" Money Less Of(Column::GrossCost),
        "The cost of everything sold, from the POS or the menu. Incomplete if some lines have no cost.";
    GROSS_LABOR "grossLabor" "Labor" Money Less Of(Column::GrossLabor),
        "Regular and overtime pay of shifts. A shift that is still open counts up to now, for at most 16 hours. Incomplete if some shifts have no wage.";
    GROSS_PROFIT "grossProfit" "Profit" Money More
        Sum(&[(1, &NET_SALES), (-1, &GROSS_REWARD_USED), (1, &GROSS_SERVICE_CHARGES), (-1, &GROSS_COST),
              (-1, &GROSS_LABOR)]),
        "Net sales and service charges less rewards used, cost and labor. Rent and other expenses are not included.";
    ITEM_PROFIT "grossProfit" "Profit" Money More Sum(&[(1, &NET_SALES), (-1, &GROSS_COST)]),
        "Net sales less the cost of everything sold. Labor is not included.";
    GROSS_COVER "grossCover" "Covers" Count More Of(Column::GrossCover),
        "Guests served, without refunds and voids.";
    CHECKS "checks" "Checks" Count More Of(Column::Checks),
        "Closed checks, without refunds and voids. Checks that the POS removes are in no figure.";
    LABOR_PERCENT "laborPercent" "Labor %" Percent Less
        Ratio { part: &GROSS_LABOR, whole: &NET_SALES, times: 100 },
        "Labor as a percentage of net sales.";
    COST_PERCENT "costPercent" "Cost %" Percent Less
        Ratio { part: &GROSS_COST, whole: &NET_SALES, times: 100 },
        "Cost as a percentage of net sales.";
    PRIME_COST "primeCost" "Prime cost" Money Less Sum(&[(1, &GROSS_COST), (1, &GROSS_LABOR)]),
        "Cost of everything sold, and labor.";
    PRIME_COST_PERCENT "primeCostPercent" "Prime cost %" Percent Less
        Ratio { part: &PRIME_COST, whole: &NET_SALES, times: 100 },
        "Prime cost as a percentage of net sales.";
    SALES_WITHOUT_COST "salesWithoutCost" "Sales without cost" Money Less Of(Column::SalesWithoutCost),
        "Sales of lines without a known cost. If it is not zero, cost and profit are incomplete.";
    HOURS_WITHOUT_WAGE "hoursWithoutWage" "Hours without wage" Hours Less Seconds(Column::SecondsWithoutWage),
        "Paid hours of shifts without a known wage. If it is not zero, labor and profit are incomplete.";
    OPEN_CHECKS "openChecks" "Open checks" Count Neutral Of(Column::OpenChecks),
        "Checks that are not closed yet. They count in no other figure.";
    OPEN_SALES "openSales" "On open checks" Money Neutral Of(Column::OpenSales),
        "Net sales of checks that are not closed yet. They become sales once the checks are closed.";
    OPEN_SHIFTS "openShifts" "Open shifts" Count Neutral Of(Column::OpenShifts),
        "Shifts that are not clocked out yet. Their labor is counted so far.";
    NOT_CLOCKED_OUT "notClockedOut" "Not clocked out" Count Less Of(Column::NotClockedOut),
        "Shifts open for more than 16 hours: the clock-out was probably forgotten.";
    QUANTITY "quantity" "Quantity" Quantity More Of(Column::Quantity),
        "The quantity sold.";
    HOURS "hours" "Hours" Hours Neutral Seconds(Column::LaborSeconds),
        "Paid hours, overtime included, to the second. Shifts that the POS removes are in no figure.";
    OVERTIME_HOURS "overtimeHours" "Overtime hours" Hours Less Seconds(Column::OvertimeSeconds),
        "Paid hours at the overtime rate.";
    DECLARED_TIPS "declaredTips" "Declared tips" Money More Of(Column::DeclaredTips),
        "Tips that staff declare at the end of a shift.";
    LOCATION_NET_SALES "locationNetSales" "Location's net sales" Money More Of(Column::LocationNetSales),
        "Net sales of the whole location in the same span.";
    SALES_PER_LABOR_HOUR "salesPerLaborHour" "Sales per labor hour" Money More
        Ratio { part: &LOCATION_NET_SALES, whole: &HOURS, times: 1 },
        "The location's net sales for each of these paid hours.";
    AVERAGE_CHECK "averageCheck" "Average check" Money More
        Ratio { part: &NET_SALES, whole: &CHECKS, times: 1 },
        "Net sales for each check.";
    PAYMENT_COUNT "paymentCount" "Number of payments" Count More Of(Column::Payments),
        "The number of payments, without refunds.";
    AMOUNT "amount" "Amount" Money More Of(Column::Amount),
        "The amount paid, without tips.";
    TIMES "times" "Times" Count Neutral Of(Column::Entries),
        "The number of times, without refunds.";
    CHARGED "amount" "Charged" Money More Of(Column::Amount),
        "Service charges and gratuity, without their tax.";
    CHARGE_TAX "tax" "Tax" Money Neutral Of(Column::GrossTax),
        "The tax on these charges. It is part of tax.";
    NAMED_TAX "amount" "Tax" Money Neutral Of(Column::Amount),
        "The tax on checks. The marketplace pays the tax that it collects.";
    MODIFIER_SALES "amount" "Modifier sales" Money More Of(Column::Amount),
        "The part of gross sales charged for modifiers. Item sales include it.";
    MODIFIER_COST "cost" "Modifier cost" Money Less Of(Column::GrossCost),
        "The cost of modifiers, from the POS. The cost of items includes it.";
    CASH_COUNTED "counted" "Counted" Money More Of(Column::CashCounted),
        "Cash counted in drawers when they were closed.";
    CASH_OVER_SHORT "overShort" "Over or short" Money Neutral
        Sum(&[(1, &CASH_COUNTED), (-1, &CASH_EXPECTED)]),
        "Counted cash less expected cash. Below zero, cash is missing.";
    CASH_EXPECTED "expected" "Expected" Money Neutral Of(Column::CashExpected),
        "Cash that should be in drawers: opening amount, cash sales and paid in, less paid out and drops.";
    CASH_OPENING "opening" "Opening amount" Money Neutral Of(Column::CashOpening),
        "Cash in drawers when they were opened.";
    CASH_SALES "cashSales" "Cash sales" Money More Of(Column::CashSales),
        "Cash payments less cash refunds.";
    CASH_PAID_IN "paidIn" "Paid in" Money Neutral Of(Column::CashPaidIn),
        "Cash put into drawers beside sales.";
    CASH_PAID_OUT "paidOut" "Paid out" Money Neutral Of(Column::CashPaidOut),
        "Cash taken out of drawers for expenses.";
    CASH_DROPS "drops" "Drops" Money Neutral Of(Column::CashDrops),
        "Cash moved from drawers to the safe.";
    CASH_COUNTS "counts" "Drawers counted" Count Neutral Of(Column::CashCounts),
        "Drawers that were closed and counted.";
    ORDERS "orders" "Orders" Count More Of(Column::Checks),
        "Online orders, without refunds and voids.";
    SOURCE_FEE "sourceFee" "Source fee" Money Less Of(Column::SourceFee),
        "The fee that the source of the order keeps.";
    NET_AFTER_FEE "netAfterFee" "Net after fee" Money More
        Sum(&[(1, &NET_SALES), (1, &GROSS_TIPS), (-1, &SOURCE_FEE)]),
        "Net sales and tips less the source fee: the amount left for the restaurant.";
    TABLE_MINUTES "tableMinutes" "Minutes held" Minutes Neutral Of(Column::TableMinutes),
        "Minutes from the opening to the closing of the table's checks.";
    AVERAGE_MINUTES "averageMinutes" "Minutes per check" Minutes Less
        Ratio { part: &TABLE_MINUTES, whole: &CHECKS, times: 1 },
        "The average time that a check holds the table.";
    SALES_PER_COVER "salesPerCover" "Sales per cover" Money More
        Ratio { part: &NET_SALES, whole: &GROSS_COVER, times: 1 },
        "Net sales for each guest.";
}
