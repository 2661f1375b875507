//! An Excel workbook: its sheets, the texts that their cells share, and the formats of numbers.

use std::cell::Cell;
use std::collections::HashMap;
use std::io::{self, Read};
use std::sync::Arc;

use super::super::archive::Member;
use super::super::said::{Excess, Unreadable};
use super::super::{Bytes, Limits};
use super::number::Format;
use super::xml::{Part, Start, Xml};

/// A workbook.
pub(super) struct Workbook {
    source: Arc<dyn Bytes>,
    sheets: Vec<Sheet>,
    texts: Texts,
    formats: Vec<Format>,
    /// Days count from 1904, not from 1900.
    pub from_1904: bool,
}

/// A sheet of a workbook.
#[derive(Debug, Clone)]
pub(super) struct Sheet {
    pub name: String,
    pub hidden: bool,
    pub member: Member,
}

/// Texts one after the other, and where each ends.
#[derive(Default)]
struct Texts {
    all: String,
    ends: Vec<u32>,
}

impl Workbook {
    pub(super) fn sheets(&self) -> &[Sheet] {
        &self.sheets
    }

    /// The XML of a sheet.
    pub(super) fn read(&self, sheet: &Sheet) -> io::Result<Box<dyn Read + Send>> {
        sheet.member.read(&self.source)
    }

    /// A shared text.
    pub(super) fn text(&self, index: usize) -> Option<&str> {
        let end = *self.texts.ends.get(index)? as usize;
        let begin = index
            .checked_sub(1)
            .and_then(|before| self.texts.ends.get(before))
            .map_or(0, |end| *end as usize);
        self.texts.all.get(begin..end)
    }

    /// The format of a cell's style.
    pub(super) fn format(&self, style: usize) -> &Format {
        const PLAIN: &Format = &Format::Plain(None);
        self.formats.get(style).unwrap_or(PLAIN)
    }
}

/// Formats and styles of a workbook, of which Excel allows 65,490.
const STYLES: usize = 70_000;

/// Opens a workbook: everything but its sheets is read. `left` is how many bytes may still be unpacked, those of its sheets
/// among them.
///
/// # Errors
/// If it is damaged, or holds more than its limits.
pub(super) fn open(
    source: Arc<dyn Bytes>,
    members: Vec<Member>,
    limits: &Limits,
    left: &mut u64,
) -> Result<Workbook, Unreadable> {
    let parts = Parts { source: &source, members: &members, limits, left: Cell::new(*left) };
    let root = parts.relations("")?;
    let book = root
        .iter()
        .find(|relation| relation.kind == "officeDocument")
        .map_or("xl/workbook.xml", |relation| relation.target.as_str());
    let relations = parts.relations(book)?;
    let target = |kind: &str| relations.iter().find(|r| r.kind == kind).map(|r| r.target.as_str());
    let by_id: HashMap<&str, &Relation> = relations.iter().map(|r| (r.id.as_str(), r)).collect();
    let missing = Unreadable::Damaged("it has no workbook.xml");
    let mut xml = parts.xml(book)?.ok_or(missing)?;
    let (mut sheets, mut from_1904) = (Vec::new(), false);
    while let Some(part) = xml.next()? {
        let Part::Start(start) = part else { continue };
        match start.name() {
            b"workbookPr" => from_1904 = start.is("date1904"),
            b"sheet" => {
                if sheets.len() >= limits.members {
                    return Err(Unreadable::TooLarge(Excess::Members(limits.members)));
                }
                let relation = start.get("id").and_then(|id| by_id.get(id.as_str()).copied());
                // Charts are sheets too.
                let Some(relation) = relation.filter(|relation| relation.kind == "worksheet") else {
                    continue;
                };
                let member = parts.member(&relation.target)?;
                let member = member.ok_or(Unreadable::Damaged("a sheet of it is missing"))?.clone();
                let hidden = start.get("state").is_some_and(|state| state != "visible");
                sheets.push(Sheet { name: start.get("name").unwrap_or_default(), hidden, member });
            }
            _ => (),
        }
    }
    let formats = match target("styles") {
        Some(path) => parts.xml(path)?.map(formats).transpose()?.unwrap_or_default(),
        None => Vec::new(),
    };
    let texts = match target("sharedStrings") {
        Some(path) => parts.xml(path)?.map(|xml| texts(xml, limits)).transpose()?.unwrap_or_default(),
        None => Texts::default(),
    };
    *left = parts.left.get();
    Ok(Workbook { source: Arc::clone(&source), sheets, texts, formats, from_1904 })
}

/// A part that another one refers to.
struct Relation {
    id: String,
    /// The last word of its type.
    kind: String,
    /// Its path in the archive.
    target: String,
}

struct Parts<'a> {
    source: &'a Arc<dyn Bytes>,
    members: &'a [Member],
    limits: &'a Limits,
    left: Cell<u64>,
}

impl Parts<'_> {
    /// A member that is going to be unpacked.
    fn member(&self, path: &str) -> Result<Option<&Member>, Unreadable> {
        let member = self.members.iter().find(|member| member.name.eq_ignore_ascii_case(path));
        let Some(member) = member else { return Ok(None) };
        member.check(self.limits)?;
        let left = self.left.get().checked_sub(member.unpacked);
        self.left.set(left.ok_or(Unreadable::TooLarge(Excess::Unpacked(self.limits.unpacked)))?);
        Ok(Some(member))
    }

    fn xml(&self, path: &str) -> Result<Option<Xml>, Unreadable> {
        let Some(member) = self.member(path)? else { return Ok(None) };
        Ok(Some(Xml::new(member.read(self.source)?, self.limits.row)))
    }

    /// What a part refers to; of the archive itself, if the path is blank.
    fn relations(&self, path: &str) -> Result<Vec<Relation>, Unreadable> {
        let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
        let beside = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let Some(mut xml) = self.xml(&format!("{beside}_rels/{file}.rels"))? else { return Ok(Vec::new()) };
        let mut relations = Vec::new();
        while let Some(part) = xml.next()? {
            let Part::Start(start) = part else { continue };
            if start.name() != b"Relationship" || relations.len() >= self.members.len() {
                continue;
            }
            let target = start.get("Target").unwrap_or_default().replace('\\', "/");
            let target = match target.strip_prefix('/') {
                Some(absolute) => absolute.to_owned(),
                None => joined(folder, &target),
            };
            let kind = start.get("Type").unwrap_or_default();
            let kind = kind.rsplit('/').next().unwrap_or_default().to_owned();
            relations.push(Relation { id: start.get("Id").unwrap_or_default(), kind, target });
        }
        Ok(relations)
    }
}

/// A path from a folder.
fn joined(folder: &str, path: &str) -> String {
    let mut steps: Vec<&str> = folder.split('/').filter(|step| !step.is_empty()).collect();
    for step in path.split('/') {
        match step {
            ".." => drop(steps.pop()),
            "." | "" => (),
            _ => steps.push(step),
        }
    }
    steps.join("/")
}

/// The formats of styles, in their order.
fn formats(mut xml: Xml) -> Result<Vec<Format>, Unreadable> {
    let (mut codes, mut formats, mut of_cells) = (HashMap::new(), Vec::new(), false);
    let number = |start: &Start<'_>| start.get("numFmtId").and_then(|id| id.parse::<u32>().ok());
    while let Some(part) = xml.next()? {
        match part {
            Part::Start(start) => match start.name() {
                b"numFmt" => {
                    if let (Some(id), Some(code)) = (number(&start), start.get("formatCode"))
                        && codes.len() < STYLES
                    {
                        codes.insert(id, Format::of(id, Some(&code)));
                    }
                }
                b"cellXfs" => of_cells = true,
                b"xf" if of_cells && formats.len() < STYLES => {
                    let id = number(&start).unwrap_or(0);
                    formats.push(codes.get(&id).cloned().unwrap_or_else(|| Format::of(id, None)));
                }
                _ => (),
            },
            Part::End(end) if end.name() == b"cellXfs" => of_cells = false,
            _ => (),
        }
    }
    Ok(formats)
}

/// The texts that cells share.
fn texts(mut xml: Xml, limits: &Limits) -> Result<Texts, Unreadable> {
    let mut texts = Texts::default();
    let over = || Unreadable::TooLarge(Excess::Texts(limits.texts));
    // How text is spoken stands beside it, and is no part of it.
    let (mut inside, mut spoken) = (false, false);
    while let Some(part) = xml.next()? {
        match part {
            Part::Start(start) => match start.name() {
                b"t" => inside = true,
                b"rPh" => spoken = true,
                _ => (),
            },
            Part::Text(text) if inside && !spoken => texts.all.push_str(&text),
            Part::End(end) => match end.name() {
                b"t" => inside = false,
                b"rPh" => spoken = false,
                b"si" => texts.ends.push(u32::try_from(texts.all.len()).map_err(|_| over())?),
                _ => (),
            },
            _ => (),
        }
        if texts.all.len() + texts.ends.len() * 4 > limits.texts {
            return Err(over());
        }
    }
    Ok(texts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn path_is_joined_with_its_folder() {
        assert_eq!(joined("xl", "worksheets/sheet1.xml"), "xl/worksheets/sheet1.xml");
        assert_eq!(joined("xl/worksheets", "../styles.xml"), "xl/styles.xml");
        assert_eq!(joined("", "./xl/workbook.xml"), "xl/workbook.xml");
    }
}
