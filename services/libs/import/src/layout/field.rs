//! What a column of a file can mean. The names, in kebab case, are those of layouts, of `--map` and of the app.

use serde::{Deserialize, Serialize};
use strum::{EnumIter, EnumString, IntoStaticStr, VariantNames};

/// What the rows of a file are.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    EnumString,
    IntoStaticStr,
    VariantNames,
    EnumIter,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Rows {
    /// What was sold: one row an item of an order.
    Lines,
    /// One row an order, a check or a bill.
    Orders,
    /// One row a payment of an order.
    Payments,
    /// One row a shift of a person.
    Shifts,
    /// One row an item of the menu.
    Items,
    /// One row a guest.
    Guests,
}

impl Rows {
    /// Whether a row is a sale or a part of one, rather than an entry of a list.
    #[must_use]
    pub const fn is_sales(self) -> bool {
        matches!(self, Rows::Lines | Rows::Orders | Rows::Payments)
    }
}

/// How the text of a field is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reads {
    /// As it is.
    Text,
    /// An amount of money.
    Money,
    /// A number with up to three decimals.
    Quantity,
    /// A share of a hundred.
    Percent,
    /// A date, with a time in it or not.
    Date,
    /// A time of day.
    Time,
    /// A time that passed.
    Duration,
    /// A word that says what a row is.
    Word,
}

macro_rules! fields {
    ($($(#[doc = $doc:literal])+ $name:ident: $reads:ident,)+) => {
        /// What a column can mean.
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, EnumString, IntoStaticStr,
            VariantNames, EnumIter,
        )]
        #[serde(rename_all = "kebab-case")]
        #[strum(serialize_all = "kebab-case")]
        pub enum Field {
            $($(#[doc = $doc])+ $name,)+
        }

        impl Field {
            /// How its text is read.
            #[must_use]
            pub const fn reads(self) -> Reads {
                match self {
                    $(Field::$name => Reads::$reads,)+
                }
            }

            /// What it is, for people.
            #[must_use]
            pub fn description(self) -> &'static str {
                match self {
                    $(Field::$name => concat!($($doc),+).trim_ascii(),)+
                }
            }
        }
    };
}

fields! {
    /// Number or id of the order, check or receipt
    Order: Text,
    /// The check within the order, where an order can have several
    Check: Text,
    /// Register, terminal or device of the order
    Register: Text,
    /// Name of the restaurant, where a file holds several
    Location: Text,
    /// Date of the sale, with its time or without
    Date: Date,
    /// Time of the sale
    Time: Time,
    /// When the order was opened
    Opened: Date,
    /// The business date that the exporter counts the order in
    BusinessDate: Date,
    /// Time zone of the row's times
    Zone: Text,
    /// Name of the item
    Item: Text,
    /// The exporter's id of the item
    ItemId: Text,
    /// Size or variant: part of the item's name
    Size: Text,
    /// Major category
    Category: Text,
    /// Minor category
    Subcategory: Text,
    /// How many
    Quantity: Quantity,
    /// Price of one, before discounts
    Price: Money,
    /// Amount of the row before discounts
    Amount: Money,
    /// Amount of the row after discounts
    Net: Money,
    /// Amount of the row after discounts, with tax
    Total: Money,
    /// Discount of the row
    Discount: Money,
    /// What the discount is called
    DiscountName: Text,
    /// Tax of the row
    Tax: Money,
    /// Discount of the whole order, on one of its rows
    OrderDiscount: Money,
    /// Tax of the whole order, on one of its rows
    OrderTax: Money,
    /// Amount of the whole order with tax, on one of its rows
    OrderTotal: Money,
    /// Currency of the row's amounts
    Currency: Text,
    /// Rate of that tax
    TaxRate: Percent,
    /// Cost of one
    Cost: Money,
    /// Cost of the whole row
    RowCost: Money,
    /// What was ordered to the item
    Modifiers: Text,
    /// What the row is: a sale, a refund, a void, a tip, a charge, a discount, a gift card, a total
    Kind: Word,
    /// Whether the row is voided
    Void: Word,
    /// Whether the row is a refund
    Refund: Word,
    /// Whether the row was sold and given back later
    GivenBack: Word,
    /// Whether the row sells a gift card or takes a deposit: no sale yet
    Deferred: Word,
    /// Whether the row is a service charge that belongs to the staff
    GratuityRow: Word,
    /// Whether the tax is inside the row's amounts
    TaxInside: Word,
    /// Why the row was voided, refunded or discounted
    Reason: Text,
    /// The manager who allowed that
    ApprovedBy: Text,
    /// The order that a refund is for
    RefundOf: Text,
    /// What was given back of the order
    Refunded: Money,
    /// What was given back of its tip
    RefundedTip: Money,
    /// When that was
    RefundDate: Date,
    /// Service charge that belongs to the staff
    Gratuity: Money,
    /// Service charge that belongs to the house
    ServiceCharge: Money,
    /// Charge for the delivery
    DeliveryFee: Money,
    /// Gift cards that were sold
    GiftCardSold: Money,
    /// Rounding of the order
    Rounding: Money,
    /// Paid with reward points
    RewardUsed: Money,
    /// Type of the payment, such as Cash or Visa
    Tender: Text,
    /// What was paid, without the tip
    Paid: Money,
    /// What was paid, with the tip
    PaidWithTip: Money,
    /// Tip
    Tip: Money,
    /// The exporter's id of the payment
    Payment: Text,
    /// Who processed the payment
    Processor: Text,
    /// The processor's fee
    Fee: Money,
    /// Brand of the card
    CardBrand: Text,
    /// Table
    Table: Text,
    /// Guests of the order
    Covers: Quantity,
    /// The person who served
    Employee: Text,
    /// The exporter's id of that person
    EmployeeId: Text,
    /// The person who took the money
    Cashier: Text,
    /// Revenue center
    RevenueCenter: Text,
    /// Order type, such as Dine In
    OrderType: Text,
    /// How the order came in; what contains 'online' is online
    InputType: Text,
    /// Who brought an online order
    Source: Text,
    /// What that source keeps
    SourceFee: Money,
    /// Code of a promotion
    PromoCode: Text,
    /// The exporter's id of the guest
    CustomerId: Text,
    /// The exporter's id of the shift
    Shift: Text,
    /// Job of the shift
    Job: Text,
    /// When the shift began
    ClockIn: Date,
    /// Time of day of that, where the date stands apart
    ClockInTime: Time,
    /// When the shift ended; blank while it lasts
    ClockOut: Date,
    /// Time of day of that, where the date stands apart
    ClockOutTime: Time,
    /// Unpaid breaks
    UnpaidBreak: Duration,
    /// Time at the regular rate
    RegularTime: Duration,
    /// Time at the overtime rate
    OvertimeTime: Duration,
    /// Time that is paid, overtime included
    PaidTime: Duration,
    /// Pay of an hour
    Rate: Money,
    /// Pay of an hour of overtime
    OvertimeRate: Money,
    /// Pay of the time at the regular rate
    RegularPay: Money,
    /// Pay of the time at the overtime rate
    OvertimePay: Money,
    /// What is left of the item
    Stock: Quantity,
    /// At or below this the stock is low
    LowStock: Quantity,
    /// Whether the item is sold out
    SoldOut: Word,
    /// First name of the guest
    FirstName: Text,
    /// Last name of the guest
    LastName: Text,
    /// First and last name of the guest in one
    FullName: Text,
    /// Email address of the guest
    Email: Text,
    /// Mobile number of the guest
    Phone: Text,
    /// Whether the guest agreed to email
    EmailConsent: Word,
    /// Whether the guest agreed to texts
    SmsConsent: Word,
    /// Reward points of the guest; they are not brought in
    Points: Quantity,
}

impl Field {
    /// Whether several columns of it are parts that add up: two taxes, comps and promotions, tips in cash and by card.
    #[must_use]
    pub const fn adds_up(self) -> bool {
        matches!(
            self,
            Field::Tax
                | Field::Discount
                | Field::OrderTax
                | Field::OrderDiscount
                | Field::Tip
                | Field::Gratuity
                | Field::ServiceCharge
                | Field::DeliveryFee
                | Field::GiftCardSold
                | Field::Fee
        )
    }

    /// Whether its words are yes and no, rather than what a row is.
    #[must_use]
    pub const fn is_yes_or_no(self) -> bool {
        matches!(
            self,
            Field::TaxInside
                | Field::Deferred
                | Field::GratuityRow
                | Field::SoldOut
                | Field::EmailConsent
                | Field::SmsConsent
        )
    }

    /// Whether it says something of the whole order rather than of one of its rows: one row of an order may say it for all.
    #[must_use]
    pub const fn is_of_order(self) -> bool {
        matches!(
            self,
            Field::Register
                | Field::Date
                | Field::Time
                | Field::Opened
                | Field::BusinessDate
                | Field::Zone
                | Field::Location
                | Field::Table
                | Field::Covers
                | Field::Employee
                | Field::EmployeeId
                | Field::Cashier
                | Field::RevenueCenter
                | Field::OrderType
                | Field::InputType
                | Field::Source
                | Field::PromoCode
                | Field::CustomerId
                | Field::RefundOf
                | Field::OrderDiscount
                | Field::OrderTax
                | Field::OrderTotal
                | Field::Currency
        )
    }

    /// Its name in layouts and flags.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }
}

#[cfg(test)]
mod tests {
    use strum::IntoEnumIterator as _;

    use super::*;

    #[test]
    fn field_is_found_by_its_name() {
        for field in Field::iter() {
            assert_eq!(field.name().parse(), Ok(field));
            assert!(!field.description().is_empty() && !field.description().ends_with('.'), "{field:?}");
        }
        assert_eq!(Field::BusinessDate.name(), "business-date");
        assert_eq!(Field::TaxInside.reads(), Reads::Word);
    }
}
