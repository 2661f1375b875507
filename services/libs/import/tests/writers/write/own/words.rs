//! Words that people use in tables of their own, in English, German, French and Spanish.

use super::Meaning;
use crate::writers::style::Style;
use crate::writers::trade::{Charge, Means, Order, Payment, State};

const HEADERS: &[(Meaning, [&[&str]; 4])] = &[
    (
        Meaning::Number,
        [
            &["Order", "Ticket No", "Receipt"],
            &["Bon-Nr.", "Beleg"],
            &["N° ticket", "Commande"],
            &["Nº", "Pedido"],
        ],
    ),
    (Meaning::Register, [&["Till", "Register"], &["Kasse"], &["Caisse"], &["Caja"]]),
    (Meaning::Date, [&["Day", "Date"], &["Datum", "Tag"], &["Date", "Jour"], &["Fecha", "Día"]]),
    (Meaning::Time, [&["Time", "Closed at"], &["Uhrzeit", "Zeit"], &["Heure"], &["Hora"]]),
    (
        Meaning::DateTime,
        [&["Date/Time", "Closed"], &["Zeitpunkt", "Datum/Zeit"], &["Date et heure"], &["Fecha y hora"]],
    ),
    (Meaning::Table, [&["Table"], &["Tisch"], &["Table"], &["Mesa"]]),
    (Meaning::Covers, [&["Guests", "Covers"], &["Gäste", "Personen"], &["Couverts"], &["Comensales"]]),
    (Meaning::Server, [&["Server", "Waiter"], &["Kellner", "Bedienung"], &["Serveur"], &["Camarero"]]),
    (Meaning::OrderType, [&["Order type"], &["Bestellart"], &["Type de commande"], &["Tipo de pedido"]]),
    (
        Meaning::Item,
        [
            &["Item", "Product", "Description"],
            &["Artikel", "Bezeichnung"],
            &["Article", "Désignation"],
            &["Artículo", "Concepto"],
        ],
    ),
    (Meaning::Size, [&["Size", "Variant"], &["Größe", "Variante"], &["Taille"], &["Tamaño"]]),
    (
        Meaning::Category,
        [&["Category", "Group"], &["Warengruppe", "Kategorie"], &["Catégorie", "Famille"], &["Categoría"]],
    ),
    (
        Meaning::Quantity,
        [&["Qty", "Quantity"], &["Menge", "Anzahl"], &["Qté", "Quantité"], &["Uds", "Cantidad"]],
    ),
    (Meaning::Price, [&["Unit price", "Price each"], &["Einzelpreis"], &["Prix unitaire"], &["Precio"]]),
    (
        Meaning::Amount,
        [&["Amount", "Gross"], &["Betrag", "Brutto"], &["Montant", "Brut"], &["Importe", "Bruto"]],
    ),
    (Meaning::Discount, [&["Discount", "Disc."], &["Rabatt", "Nachlass"], &["Remise"], &["Descuento"]]),
    (Meaning::Net, [&["Net", "Net sales"], &["Netto"], &["Net"], &["Neto"]]),
    (Meaning::Tax, [&["Tax", "VAT"], &["MwSt", "Steuer"], &["TVA"], &["IVA"]]),
    (Meaning::Total, [&["Total", "Total due"], &["Gesamt", "Summe"], &["Total"], &["Total"]]),
    (Meaning::Cost, [&["Unit cost"], &["Einstandspreis je Stück"], &["Coût unitaire"], &["Coste unitario"]]),
    (Meaning::PaymentId, [&["Payment", "Payment No"], &["Zahlungs-Nr."], &["N° paiement"], &["Nº pago"]]),
    (
        Meaning::PaymentType,
        [&["Paid by", "Payment type"], &["Zahlungsart"], &["Mode de paiement"], &["Forma de pago"]],
    ),
    (Meaning::Paid, [&["Paid"], &["Bezahlter Betrag"], &["Payé"], &["Pagado"]]),
    (Meaning::Tip, [&["Tip", "Tips"], &["Trinkgeld"], &["Pourboire"], &["Propina"]]),
    (
        Meaning::Gratuity,
        [
            &["Gratuity", "Auto-gratuity"],
            &["Bedienungsgeld"],
            &["Pourboire imposé"],
            &["Propina obligatoria"],
        ],
    ),
    (
        Meaning::Fee,
        [
            &["Service charge", "Service fee"],
            &["Servicegebühr"],
            &["Frais de service"],
            &["Cargo por servicio"],
        ],
    ),
    (
        Meaning::Delivery,
        [&["Delivery fee"], &["Liefergebühr"], &["Frais de livraison"], &["Gastos de envío"]],
    ),
    (Meaning::Rounding, [&["Rounding"], &["Rundung"], &["Arrondi"], &["Redondeo"]]),
    (
        Meaning::GiftCardSold,
        [
            &["Gift cards sold"],
            &["Gutscheine verkauft"],
            &["Cartes cadeaux vendues"],
            &["Tarjetas regalo vendidas"],
        ],
    ),
    (Meaning::Status, [&["Status", "State"], &["Status", "Zustand"], &["Statut", "État"], &["Estado"]]),
    (Meaning::Kind, [&["Type", "Kind"], &["Art", "Typ"], &["Nature"], &["Tipo"]]),
    (
        Meaning::Checks,
        [&["Checks", "Orders"], &["Bons", "Anzahl Belege"], &["Tickets"], &["Tickets", "Pedidos"]],
    ),
];

const WORDS: &[(&str, [&str; 4])] = &[
    ("closed", ["Paid", "Bezahlt", "Payé", "Pagado"]),
    ("void", ["Voided", "Storniert", "Annulé", "Anulado"]),
    ("open", ["Open", "Offen", "Ouvert", "Abierto"]),
    ("sale", ["Sale", "Verkauf", "Vente", "Venta"]),
    ("refund", ["Refund", "Rückerstattung", "Remboursement", "Devolución"]),
    ("tip", ["Tip", "Trinkgeld", "Pourboire", "Propina"]),
    ("gratuity", ["Gratuity", "Bedienungsgeld", "Pourboire imposé", "Propina obligatoria"]),
    ("fee", ["Service charge", "Servicegebühr", "Frais de service", "Cargo por servicio"]),
    ("delivery", ["Delivery fee", "Liefergebühr", "Frais de livraison", "Gastos de envío"]),
    ("rounding", ["Rounding", "Rundung", "Arrondi", "Redondeo"]),
    ("gift card", ["Gift card", "Gutschein", "Carte cadeau", "Tarjeta regalo"]),
    ("discount", ["Discount", "Rabatt", "Remise", "Descuento"]),
    ("total", ["Total", "Summe", "Total", "Total"]),
    ("cash", ["Cash", "Bar", "Espèces", "Efectivo"]),
];

/// The language of a style.
fn language(style: &Style) -> usize {
    style.choice % 4
}

/// The name of a column.
pub fn header(style: &Style, meaning: &Meaning) -> String {
    if let Meaning::Tender(name) = meaning {
        return name.clone();
    }
    let names = HEADERS.iter().find(|(known, _)| known == meaning).unwrap().1[language(style)];
    style.dice(names[0]).pick(names).to_owned()
}

/// The word for something.
pub fn word(style: &Style, means: &str) -> &'static str {
    WORDS.iter().find(|(known, _)| *known == means).unwrap().1[language(style)]
}

/// What a state is called in [`word`].
pub fn state(order: &Order, voided: bool) -> &'static str {
    match order.state {
        State::Open => "open",
        State::Voided => "void",
        State::Closed if voided => "void",
        State::Closed => "closed",
    }
}

/// What a charge is called in [`word`].
pub fn charge(kind: Charge) -> &'static str {
    match kind {
        Charge::Gratuity => "gratuity",
        Charge::Fee => "fee",
        Charge::Delivery => "delivery",
    }
}

/// A means of payment.
pub fn tender(style: &Style, payment: &Payment) -> String {
    match payment.means {
        Means::Cash => word(style, "cash").to_owned(),
        Means::GiftCard => word(style, "gift card").to_owned(),
        Means::Card(name) | Means::Other(name) => name.to_owned(),
    }
}
