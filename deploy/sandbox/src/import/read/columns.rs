//! Which column of a file means what: the layouts that are recognized by their header, and `--map` for
//! any other. Columns are found by name, never by position, as every export has grown over the years.

use std::collections::HashMap;

use clap::ValueEnum;
use csv::StringRecord;

use super::dates::Form;

/// What a column can mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, ValueEnum)]
pub enum Field {
    /// Order, check or transaction id: its rows make one check
    Order,
    /// Date, or date and time in one
    Date,
    /// Time of day
    Time,
    /// Name of the item
    Item,
    /// Size or variant: part of the item's name
    Size,
    /// Major category
    Category,
    /// Minor category
    Subcategory,
    /// How many (default: each row is one)
    Quantity,
    /// Price of one
    Price,
    /// Amount of the row before discounts (default: quantity x price)
    Amount,
    /// Discount of the row
    Discount,
    /// Tax of the row
    Tax,
    /// Cost of one
    Cost,
    /// Payment type of the order
    Tender,
    /// Tip of the order
    Tip,
    /// Table
    Table,
    /// Guests of the order
    Covers,
    /// Who served
    Employee,
    /// Who took the money
    Cashier,
    /// Revenue center
    RevenueCenter,
    /// Order type, such as Dine In
    OrderType,
    /// How the order came in; what contains 'online' is online
    InputType,
    /// Whether the row was voided (true, yes, 1)
    Void,
    /// Whether the row is a refund (refund, true, yes, 1; default: a negative amount is one)
    Refund,
    /// Whether the row is no sale of food, such as a gift card
    Deferred,
    /// Time zone of the row
    Zone,
    /// Name of the restaurant, where a file holds several
    Location,
    /// Payment id, by which a refund finds its sale
    Payment,
}

/// The names of all fields for `--map`.
pub fn field_names() -> String {
    let names = Field::value_variants().iter().filter_map(ValueEnum::to_possible_value);
    names.map(|v| v.get_name().to_owned()).collect::<Vec<_>>().join(", ")
}

/// Reads `Column=field`.
pub fn mapping(text: &str) -> Result<(String, Field), String> {
    let (column, field) =
        text.rsplit_once('=').ok_or_else(|| format!("'{text}' is not of the form Column=field"))?;
    let field = Field::from_str(field.trim(), true)
        .map_err(|_| format!("'{}' is no field. Fields: {}", field.trim(), field_names()))?;
    Ok((column.trim().to_owned(), field))
}

/// The columns of a header.
#[derive(Debug, Clone)]
pub struct Header {
    /// All names, in order.
    pub names: Vec<String>,
    by_name: HashMap<String, usize>,
}

/// A column name in lower case with single spaces, by which names are compared.
fn normal(name: &str) -> String {
    let words: Vec<&str> = name.trim_start_matches('\u{feff}').split_whitespace().collect();
    words.join(" ").to_lowercase()
}

impl Header {
    /// The header in a file's first row. Of a name that comes twice, the first column counts.
    pub fn new<'a>(cells: impl Iterator<Item = &'a str>) -> Header {
        let names: Vec<String> = cells.map(|c| c.trim_start_matches('\u{feff}').trim().to_owned()).collect();
        let mut by_name = HashMap::new();
        for (index, name) in names.iter().enumerate() {
            by_name.entry(normal(name)).or_insert(index);
        }
        Header { names, by_name }
    }

    /// A row's cell of the column of this name; blank where there is none.
    pub fn cell<'a>(&self, record: &'a StringRecord, name: &str) -> &'a str {
        self.find(name).and_then(|column| record.get(column)).unwrap_or_default().trim()
    }

    /// The column of this name, whatever its case and spacing.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.by_name.get(&normal(name)).copied()
    }
}

/// The origin of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Square's Items detail.
    Square,
    /// Toast's ItemSelectionDetails.
    Toast,
    /// The public pizzaplace data.
    Pizzaplace,
    /// The caller named the columns.
    Mapped,
}

impl Kind {
    /// The name of the layout for people.
    pub fn title(self) -> &'static str {
        match self {
            Kind::Square => "Square, Items detail",
            Kind::Toast => "Toast, ItemSelectionDetails",
            Kind::Pizzaplace => "pizzaplace",
            Kind::Mapped => "columns named with --map",
        }
    }

    /// The form of dates that the exporter documents: Toast's is that of the United States.
    pub fn usual_form(self) -> Option<Form> {
        (self == Kind::Toast).then_some(Form::MonthFirst)
    }
}

/// All header ages of Square's Items detail use these names; the later ones add columns. As `--map` has them; of two
/// columns for one field the first that a file has counts.
const SQUARE: &str = "Transaction ID=order,Date=date,Time=time,Time Zone=zone,Item=item,Price Point Name=size,\
     Category=category,Qty=quantity,Gross Sales=amount,Discounts=discount,Tax=tax,\
     Payment ID=payment,Event Type=refund,Location=location,Dining Option=order-type,\
     Itemization Type=deferred,Employee=employee,Channel=input-type,Card Brand=tender";

const TOAST: &str = "Check Id=order,Order Id=order,Order Date=date,Sent Date=date,Menu Item=item,\
     Sales Category=category,Menu Group=subcategory,Qty=quantity,Gross Price=amount,\
     Discount=discount,Discnt=discount,Tax=tax,Void?=void,Void=void,Deferred=deferred,\
     Location=location,Server=employee,Table=table,Dining Area=revenue-center,\
     Dining Option=order-type";

const PIZZAPLACE: &str = "id=order,date=date,time=time,name=item,size=size,type=category,price=price";

/// A layout is recognized by having all of these columns; the first that fits is taken.
const PRESETS: [(Kind, &str, &[&str]); 3] = [
    (Kind::Square, SQUARE, &["Transaction ID", "Date", "Time", "Item", "Qty", "Gross Sales"]),
    (Kind::Toast, TOAST, &["Menu Item", "Gross Price", "Qty", "Order Date"]),
    (Kind::Pizzaplace, PIZZAPLACE, &["id", "date", "time", "name", "size", "type", "price"]),
];

/// Which column holds which field.
#[derive(Debug, Clone)]
pub struct Layout {
    /// Where the file comes from.
    pub kind: Kind,
    columns: HashMap<Field, usize>,
    /// Columns that the import does not use.
    pub unused: Vec<String>,
}

impl Layout {
    /// The layout of a header: by `map` if that is given, else the preset that fits.
    pub fn of(header: &Header, map: &[(String, Field)]) -> Result<Layout, String> {
        let layout = if map.is_empty() { Layout::preset(header)? } else { Layout::mapped(header, map)? };
        for (field, name) in [(Field::Order, "order"), (Field::Date, "date"), (Field::Item, "item")] {
            if layout.column(field).is_none() {
                return Err(format!("No column means {name}. Name it: --map 'Column={name}'."));
            }
        }
        if layout.column(Field::Price).is_none() && layout.column(Field::Amount).is_none() {
            return Err("No column means price or amount. Name one: --map 'Column=price'.".to_owned());
        }
        Ok(layout)
    }

    /// The layout of the preset that a header fits.
    fn preset(header: &Header) -> Result<Layout, String> {
        let fits = |needed: &&[&str]| needed.iter().all(|name| header.find(name).is_some());
        let Some((kind, names, _)) = PRESETS.iter().find(|(_, _, needed)| fits(needed)) else {
            return Err(format!(
                "This header is none that is known (Square Items detail, Toast ItemSelectionDetails, pizzaplace): {}. \
                 Name the fields of its columns, e.g. --map 'Order No=order,Day=date,Product=item,Total=amount'.",
                header.names.join(", ")
            ));
        };
        let mut columns = HashMap::new();
        for name in names.split(',') {
            let (name, field) = mapping(name)?;
            if let Some(column) = header.find(&name) {
                columns.entry(field).or_insert(column);
            }
        }
        Ok(Layout::new(*kind, columns, header))
    }

    /// The layout that `--map` describes.
    fn mapped(header: &Header, map: &[(String, Field)]) -> Result<Layout, String> {
        let mut columns = HashMap::new();
        for (name, field) in map {
            let column = header.find(name).ok_or_else(|| {
                format!("There is no column '{name}'. There are: {}.", header.names.join(", "))
            })?;
            if columns.insert(*field, column).is_some() {
                return Err(format!("--map names two columns for one field; the second is '{name}'."));
            }
        }
        Ok(Layout::new(Kind::Mapped, columns, header))
    }

    fn new(kind: Kind, columns: HashMap<Field, usize>, header: &Header) -> Layout {
        let named = header.names.iter().enumerate();
        let unused = named.filter(|(i, n)| !n.is_empty() && !columns.values().any(|c| c == i));
        let unused = unused.map(|(_, name)| name.clone()).collect();
        Layout { kind, columns, unused }
    }

    /// The column of a field.
    pub fn column(&self, field: Field) -> Option<usize> {
        self.columns.get(&field).copied()
    }

    /// A row's cell of a field; blank where the file has no such column.
    pub fn cell<'a>(&self, record: &'a StringRecord, field: Field) -> &'a str {
        self.column(field).and_then(|column| record.get(column)).unwrap_or_default().trim()
    }

    /// The defaults for fields that the file lacks, as lines for people.
    pub fn defaults(&self, has_tenders: bool) -> Vec<&'static str> {
        let mut defaults = Vec::new();
        let mut unless = |fields: &[Field], text| {
            if fields.iter().all(|field| self.column(*field).is_none()) {
                defaults.push(text);
            }
        };
        unless(
            &[Field::Quantity],
            "quantity: each row is one; rows of an order with the same item become one line",
        );
        unless(&[Field::Amount], "amount: quantity x price");
        unless(&[Field::Discount], "discount: none");
        unless(&[Field::Tax], "tax: none");
        unless(&[Field::Cost], "cost: unknown, so cost and profit are incomplete");
        unless(&[Field::Category, Field::Subcategory], "categories: Unassigned");
        unless(&[Field::Covers], "covers: none");
        unless(&[Field::Employee], "employee: Unassigned");
        unless(&[Field::Void], "void: no row is voided");
        unless(&[Field::Refund], "refund: a row with a negative amount is one");
        if !has_tenders {
            unless(&[Field::Tip], "tips: none");
            defaults.push(if self.column(Field::Tender).is_some() {
                "payment: one for each order, of its sales less discounts and with tax; no type given: Unassigned"
            } else {
                "payment: one of type Unassigned for each order, of its sales less discounts and with tax"
            });
        }
        if self.kind == Kind::Toast {
            defaults.push("closing time: the file has none; a check counts at its Order Date");
        }
        defaults
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(header: &str, map: &[(&str, Field)]) -> Result<Layout, String> {
        let map: Vec<_> = map.iter().map(|(name, field)| ((*name).to_owned(), *field)).collect();
        Layout::of(&Header::new(header.split(',')), &map)
    }

    #[test]
    fn layouts_are_known_by_name_not_position() {
        let pizza = layout("\u{feff}price, Type ,size,name,time,DATE,id", &[]).unwrap();
        assert_eq!(
            (pizza.kind, pizza.column(Field::Price), pizza.column(Field::Order)),
            (Kind::Pizzaplace, Some(0), Some(6))
        );
        let toast =
            layout("Order Id,Order Date,Check Id,Menu Item,Gross Price,Discnt,Qty,Tax,Void?,Odd", &[])
                .unwrap();
        assert_eq!((toast.kind, toast.column(Field::Order)), (Kind::Toast, Some(2)));
        assert_eq!(toast.column(Field::Discount), Some(5));
        assert_eq!(toast.unused, ["Order Id", "Odd"]);
    }

    #[test]
    fn map_names_existing_columns_and_every_needed_field() {
        let map = [("No", Field::Order), ("Day", Field::Date), ("what", Field::Item), ("Sum", Field::Amount)];
        assert_eq!(layout("No,Day,What,Sum", &map).map(|l| l.kind), Ok(Kind::Mapped));
        assert!(layout("No,Day,What", &map).is_err_and(|e| e.contains("'Sum'")));
        assert!(layout("No,Day,What,Sum", &map[..3]).is_err_and(|e| e.contains("price")));
        assert!(layout("No,Day,What,Sum", &map[1..]).is_err_and(|e| e.contains("=order")));
        assert!(layout("a,b", &[]).is_err_and(|e| e.contains("--map")));
    }
}
