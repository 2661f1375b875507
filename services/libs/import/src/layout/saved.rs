//! Layouts that a person saved: a text that anybody may have written.

use super::mapping::{check_constant, sense};
use super::{GUESSED, Layout, NoLayout};

/// The largest text, in bytes: a layout has some hundred columns.
const MOST_BYTES: usize = 256 * 1024;
/// The most layouts of a text.
const MOST_LAYOUTS: usize = 100;
/// The longest name of a layout or a column, in characters.
const LONGEST: usize = 200;

impl Layout {
    /// Reads layouts that a person saved, in the form of [`Layout::write`]. The memory that it takes is bounded, whatever the text.
    ///
    /// # Errors
    /// If the text is no list of layouts, is larger than one needs to be, or one of them makes no sense of rows.
    pub fn read_own(yaml: &str) -> Result<Vec<Layout>, NoLayout> {
        if yaml.len() > MOST_BYTES {
            return Err(NoLayout(format!("it is larger than {} KB", MOST_BYTES / 1024)));
        }
        let options = serde_saphyr::options! {
            budget: serde_saphyr::budget! {
                max_aliases: 0,
                max_anchors: 0,
                max_depth: 8,
                max_documents: 1,
                max_events: 40_000,
                max_nodes: 20_000,
            },
        };
        let layouts: Vec<Layout> = serde_saphyr::from_str_with_options(yaml, options)
            .map_err(|e| NoLayout(short(&e.to_string())))?;
        if layouts.is_empty() || layouts.len() > MOST_LAYOUTS {
            return Err(NoLayout(format!("it must hold 1 to {MOST_LAYOUTS} layouts")));
        }
        layouts.into_iter().map(own).collect()
    }
}

fn own(layout: Layout) -> Result<Layout, NoLayout> {
    let name = short(&layout.name);
    let wrong = |why: String| NoLayout(format!("'{name}': {why}"));
    if layout.name.trim().is_empty() || layout.name.chars().count() > LONGEST || layout.name == GUESSED {
        return Err(wrong(format!("give it a name of its own, of at most {LONGEST} characters")));
    }
    let names = layout.columns.values().flatten().flat_map(|columns| columns.names());
    let mut names = names.chain(layout.marks.iter().flatten()).chain(layout.tenders.values().flatten());
    if names.any(|name| name.chars().count() > LONGEST) {
        return Err(wrong(format!("names of columns have at most {LONGEST} characters")));
    }
    if layout.marks.iter().all(Vec::is_empty) || layout.marks.iter().any(Vec::is_empty) {
        return Err(wrong("name the columns by which a file of it is recognized under 'marks'".into()));
    }
    for (field, value) in &layout.constants {
        check_constant(*field, value).map_err(|e| wrong(e.to_string()))?;
    }
    sense(&layout).map_err(|e| wrong(e.to_string()))?;
    Ok(Layout { is_own: true, ..layout })
}

fn short(text: &str) -> String {
    text.chars().take(LONGEST).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{Header, Mapping, recognize};

    fn header(names: &str) -> Header {
        Header::new(&names.split(';').map(str::to_owned).collect::<Vec<_>>())
    }

    const SQUARE: &str = "Date;Time;Time Zone;Category;Item;Qty;Price Point Name;SKU;Modifiers Applied;Gross Sales;Discounts;\
                          Net Sales;Tax;Transaction ID";

    fn saved(entries: &str, names: &str) -> Layout {
        let header = header(names);
        let mapping = Mapping::parse(&[entries], &header).unwrap();
        Layout { name: "Ours".into(), ..mapping.layout(&header).unwrap() }
    }

    #[test]
    fn saved_layout_is_read_as_it_was_mapped() {
        let layout = saved(
            "No=order,Day=date,Clock : Minute=time,What=item,Net \\+ Tax=total,State=void:Ex|No,covers=2,Card=paid:Visa",
            "No;Day;Clock;Minute;What;Net + Tax;State;Card",
        );
        let read = Layout::read_own(&layout.write().unwrap()).unwrap();
        assert_eq!(read, [Layout { is_own: true, ..layout }]);
    }

    #[test]
    fn own_layout_comes_before_known_ones() {
        let own = saved("Transaction ID=order,Date=date,Item=item,Net Sales=amount", SQUARE);
        let mut layouts = Layout::known().unwrap();
        layouts.extend(Layout::read_own(&own.write().unwrap()).unwrap());
        let name = |names: &str| recognize(&layouts, &header(names)).map(|layout| layout.name.clone());
        assert_eq!(name(SQUARE).as_deref(), Some("Ours"));
        assert_eq!(name("Transaction ID;Date;Item"), None);
    }

    #[test]
    fn hostile_text_is_refused() {
        let layout = saved("No=order,Day=date,Total=amount", "No;Day;Total");
        let good = layout.write().unwrap();
        assert!(Layout::read_own(&good).is_ok());
        let refused = |text: &str| Layout::read_own(text).unwrap_err().to_string();
        assert!(refused(&format!("{good}#{}", "x".repeat(MOST_BYTES))).contains("larger than 256 KB"));
        refused(&"[".repeat(100_000));
        refused(&"- ".repeat(100_000));
        refused(&"{a: ".repeat(60_000));
        refused(&format!("- {}", "a: b\n  ".repeat(30_000)));
        let mut laughs = String::from("a: &a [x, x, x, x, x, x, x, x, x]\n");
        for (name, of) in "bcdefghij".chars().zip("abcdefghi".chars()) {
            laughs.push_str(&format!("{name}: &{name} [{}]\n", format!("*{of}, ").repeat(9)));
        }
        refused(&laughs);
        refused(&good.replacen("Ours", "&x Ours", 1));
        refused(&format!("{good}---\n{good}"));
        refused("");
        refused("[]");
        refused(&good.repeat(101));
        assert!(refused(&good.replace("Ours", "' '")).contains("name of its own"));
        assert!(refused(&good.replace("Ours", GUESSED)).contains("name of its own"));
        assert!(refused(&good.replace("amount", "sum")).contains("no saved layout"));
        assert!(refused(&good.replace("amount", "tip")).contains("no column is an amount"));
        let unmarked = Layout { marks: Vec::new(), ..layout.clone() };
        assert!(refused(&unmarked.write().unwrap()).contains("'marks'"));
        let constants = [(crate::layout::Field::Covers, "many".to_owned())].into();
        assert!(refused(&Layout { constants, ..layout }.write().unwrap()).contains("write a number"));
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read_without_panic(text in "[-a-z:\\[\\]{}&*!|> \n'\"#]{0,200}") {
            let _ = Layout::read_own(&text);
        }
    }
}
