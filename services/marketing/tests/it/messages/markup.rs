//! The resources and links of mails, as a browser's parser reads them: pictures of items, the website, and the unsubscribe
//! link. Any text of a person stays text.

use html5ever::driver::ParseOpts;
use html5ever::interface::QuirksMode;
use html5ever::parse_document;
use html5ever::tendril::TendrilSink as _;
use html5ever::tokenizer::TokenizerOpts;
use html5ever::tree_builder::TreeBuilderOpts;
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use saffron_core::event::LocationDescribed;
use saffron_proto::marketing::{CampaignItem, CampaignKind, Draft};
use saffron_testkit::eventually;

use crate::world::{NAME, Options, POS, WEBSITE, World, ZONE, email, item, mail_to};

/// Elements that neither load nor run anything by themselves; all but `img`, which is checked.
const ELEMENTS: [&str; 18] = [
    "html", "head", "meta", "title", "style", "body", "div", "p", "h1", "span", "strong", "br", "table",
    "tbody", "tr", "td", "a", "img",
];
/// Attributes of which the same is true; all but `src`, `href` and `style`, which are checked.
const ATTRIBUTES: [&str; 12] =
    ["lang", "charset", "name", "content", "class", "role", "alt", "width", "height", "src", "href", "style"];
/// The ways in which a style would load something, or hide that it does.
const LOADING: [&str; 7] = ["url", "@import", "image-set", "src(", "expression", "\\", "</"];

/// The resources that a mail loads, and its links.
#[derive(Debug, Default, PartialEq, Eq)]
struct Reach {
    pictures: Vec<String>,
    links: Vec<String>,
}

/// Reads a mail as a browser does: without errors, and without anything that loads or runs but pictures.
fn read(html: &str) -> Reach {
    let exact = ParseOpts {
        tokenizer: TokenizerOpts { exact_errors: true, ..TokenizerOpts::default() },
        tree_builder: TreeBuilderOpts { exact_errors: true, ..TreeBuilderOpts::default() },
    };
    let dom = parse_document(RcDom::default(), exact).one(html);
    assert_eq!(*dom.errors.borrow(), [""; 0], "{html}");
    assert_eq!(dom.quirks_mode.get(), QuirksMode::NoQuirks);
    let mut reach = Reach::default();
    look(&dom.document, &mut reach);
    reach
}

fn look(node: &Handle, reach: &mut Reach) {
    match &node.data {
        NodeData::Element { name, attrs, .. } => {
            let element = &*name.local;
            assert!(ELEMENTS.contains(&element), "<{element}>");
            for attribute in attrs.borrow().iter() {
                let (name, value) = (&*attribute.name.local, &*attribute.value);
                assert!(ATTRIBUTES.contains(&name), "<{element} {name}>");
                match (element, name) {
                    ("img", "src") => reach.pictures.push(value.to_owned()),
                    ("a", "href") => reach.links.push(value.to_owned()),
                    (_, "src" | "href") => panic!("<{element} {name}=\"{value}\">"),
                    (_, "style") => loads_nothing(value),
                    _ => {}
                }
            }
            for child in node.children.borrow().iter() {
                if let (NodeData::Text { contents }, "style") = (&child.data, element) {
                    loads_nothing(&contents.borrow());
                }
            }
        }
        // Some clients read them; no text of a person is in one.
        NodeData::Comment { contents } => {
            let known =
                ["[if mso]><table role=\"presentation\" width=\"600\" align=\"center\"><tr><td><![endif]"];
            assert!(known.contains(&&**contents) || &**contents == "[if mso]></td></tr></table><![endif]");
        }
        _ => {}
    }
    node.children.borrow().iter().for_each(|child| look(child, reach));
}

fn loads_nothing(style: &str) {
    let style = style.to_ascii_lowercase();
    for loading in LOADING {
        assert!(!style.contains(loading), "{loading} in {style}");
    }
}

/// The mails of each kind with this text, and the unsubscribe link of each.
async fn mails(world: &World, text: &str, draft: Draft, items: Vec<CampaignItem>) -> Vec<(String, String)> {
    let kinds = [
        draft.clone(),
        Draft { kind: CampaignKind::Promotion.into(), items: items.clone(), ..draft.clone() },
        Draft {
            kind: CampaignKind::PromoCode.into(),
            promo_code: "TACO-10".into(),
            discount_percentage: Some(10),
            items,
            ..draft
        },
    ];
    for draft in kinds {
        let campaign = world.send(draft).await.unwrap();
        assert_eq!(world.finished(&campaign.campaign_id).await.sent, 1);
    }
    assert_eq!(world.grant_with("g0", text, text).await["outcome"], "sent");
    let mails = world.mail.mails_to(&email(0));
    assert_eq!(mails.len(), 4);
    let link = |header: String| header.trim_matches(['<', '>']).to_owned();
    mails.iter().map(|mail| (mail.html().unwrap(), link(mail.header("List-Unsubscribe").unwrap()))).collect()
}

#[tokio::test]
async fn a_mail_loads_item_pictures_and_links_to_two_pages() {
    // Four mails to one guest: the message about a reward counts, too.
    let world = World::with(Options { weekly_cap: 4, ..Options::default() }).await;
    world.guests(1).await;
    let elsewhere =
        CampaignItem { image_url: "https://pictures.example/2.png?a=1&b=2".into(), ..item("Pie", 900, 800) };
    let plain = CampaignItem { image_url: String::new(), ..item("Soup", 400, 400) };
    let items = vec![item("Taco", 800, 500), elsewhere, plain];
    let mails = mails(&world, "Thank you!", mail_to([0]), items).await;
    let pictures =
        vec![format!("{}/pictures/1.png", world.public_url), "https://pictures.example/2.png?a=1&b=2".into()];
    for (index, (html, stop)) in mails.into_iter().enumerate() {
        let pictures = if index == 1 || index == 2 { pictures.clone() } else { Vec::new() };
        let website = format!("https://{WEBSITE}");
        assert_eq!(read(&html), Reach { pictures, links: vec![website.clone(), website, stop] });
        assert!(html.contains(&NAME.replace('\'', "&#x27;")), "{html}");
    }
}

#[tokio::test]
async fn a_browser_reads_a_persons_text_as_text() {
    // Four mails to one guest: the message about a reward counts, too.
    let world = World::with(Options { weekly_cap: 4, ..Options::default() }).await;
    world.guests(1).await;
    let hostile =
        "</title></style><script src=//evil.example/x.js></script>\"'><img src=x onerror=alert(1)><!--";
    let website = "javascript:alert(1)//\"><base href=//evil.example>";
    let described = LocationDescribed {
        pos_id: POS.parse().unwrap(),
        name: hostile.into(),
        website: website.into(),
        time_zone: ZONE.into(),
        postal_address: hostile.into(),
        phone: hostile.into(),
    };
    world.publish(described).await;
    eventually("the location to be described", || async {
        let described = "location WHERE website LIKE 'javascript:%'";
        (world.count(described).await == 1).then_some(())
    })
    .await;
    let draft = Draft {
        subject: hostile.into(),
        body: format!("{hostile}\n{hostile}").chars().take(150).collect(),
        business_name: hostile.into(),
        website: website.into(),
        ..mail_to([0])
    };
    let items = vec![item(hostile, 800, 500)];
    for (index, (html, stop)) in mails(&world, hostile, draft, items).await.into_iter().enumerate() {
        let reach = read(&html);
        let pictures = usize::from(index == 1 || index == 2);
        assert_eq!(reach.pictures, vec![format!("{}/pictures/1.png", world.public_url); pictures]);
        // The link has https, so that a scheme that runs something becomes a name without a host.
        let website = format!("https://{website}");
        assert_eq!(reach.links, [website.clone(), website, stop]);
    }
}
