//! Names of months, days and halves of the day in the languages of exports.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use crate::form::fold::fold;

/// The names of each month. Croatian ones are left out: `listopad` is October there, and November in Polish and Czech.
const MONTHS: [&str; 12] = [
    "january jan januar jänner jaenner jän jaen janvier janv enero ene gennaio gen janeiro januari stycznia styczeń sty ledna leden led \
     ocak oca ianuarie ian január januára tammikuu tammikuuta tammi ιανουαριος ιανουαριου ιαν январь января янв січня січень січ \
     януари gener jaanuar sausio janvāris tháng1",
    "february feb februar feber februari février févr fév fevrier febrero febbraio febb fevereiro fev lutego luty lut února únor úno \
     şubat şub februarie február februára febr helmikuu helmikuuta helmi φεβρουαριος φεβρουαριου φεβ февраль февраля фев февр лютого \
     лютий лют февруари febrer veebruar",
    "march mar mars märz maerz mär mrz marzo março marco maart mrt marca marzec března březen bře mart martie március márc marts \
     maaliskuu maaliskuuta maalis μαρτιος μαρτιου μαρ март марта мар березня березень бер març marec märts maret",
    "april apr avril avr abril abr aprile kwietnia kwiecień kwi dubna duben dub nisan nis aprilie április ápr apríla apríl huhtikuu \
     huhtikuuta huhti απριλιος απριλιου απρ апрель апреля апр квітня квітень квіт април aprill",
    "may mai maj mei mayo maggio mag maio maja května květen kvě mayıs május máj mája toukokuu toukokuuta touko μαιος μαιου μαι май \
     мая травня травень трав maig",
    "june jun juni juin junio giugno giu junho czerwca czerwiec cze června červen čvn haziran haz iunie iun június jún júna kesäkuu \
     kesäkuuta kesä ιουνιος ιουνιου ιουν июнь июня июн червня червень черв юни juny juuni",
    "july jul juli juillet juil julio luglio lug julho lipca lipiec lip července červenec čvc temmuz tem iulie iul július júl júla \
     heinäkuu heinäkuuta heinä ιουλιος ιουλιου ιουλ июль июля июл липня липень лип юли juliol juuli",
    "august aug août aout agosto ago augustus augusti sierpnia sierpień sie srpna srpen srp ağustos ağu augusztus augusta elokuu \
     elokuuta elo αυγουστος αυγουστου αυγ август августа авг серпня серпень серп agost agustus agt agu",
    "september sep sept septembre septiembre settembre sett set setembro września wrzesień wrz září zář eylül eyl septembrie \
     szeptember szept septembra syyskuu syyskuuta syys σεπτεμβριος σεπτεμβριου σεπ сентябрь сентября сен сент вересня вересень вер \
     септември setembre",
    "october oct oktober okt octobre octubre ottobre ott outubro out października październik paź října říjen říj ekim eki octombrie \
     október októbra lokakuu lokakuuta loka οκτωβριος οκτωβριου οκτ октябрь октября окт жовтня жовтень жовт октомври oktoober",
    "november nov novembre noviembre novembro listopada listopad lis listopadu kasım kas noiembrie noi novembra marraskuu \
     marraskuuta marras νοεμβριος νοεμβριου νοε ноябрь ноября ноя нояб листопада листопад лист ноември nop",
    "december dec dez dezember décembre déc decembre diciembre dic dicembre dezembro grudnia grudzień gru prosince prosinec pro \
     aralık ara decembrie decembra joulukuu joulukuuta joulu δεκεμβριος δεκεμβριου δεκ декабрь декабря дек грудня грудень груд \
     декември desember des desembre detsember",
];

/// The names of days of the week. Those of two letters stand before dates alone.
const DAYS: &str = "monday mon tuesday tue tues wednesday wed thursday thu thur thurs friday fri saturday sat sunday sun \
    montag mo dienstag di mittwoch mi donnerstag do freitag fr samstag sonnabend sa sonntag so \
    lundi lun mardi mercredi mer jeudi jeu vendredi ven samedi sam dimanche dim \
    lunes martes miércoles mié jueves jue viernes vie sábado sáb domingo dom \
    lunedì martedì mercoledì giovedì gio venerdì sabato domenica \
    segunda terça quarta quinta sexta feira seg ter qua qui sex \
    maandag ma dinsdag woensdag wo donderdag vrijdag vr zaterdag za zondag zo \
    poniedziałek pon pn wtorek wt środa śr czwartek czw piątek pt pią sobota sob niedziela nd niedz \
    måndag mån tisdag tis onsdag ons torsdag tors tor fredag fre lördag lör söndag sön \
    mandag man tirsdag tir lørdag lør søndag søn \
    pondělí po úterý út středa čtvrtek čt pátek pá neděle ne \
    pazartesi pzt salı sal çarşamba çar perşembe per cuma cum cumartesi cmt pazar paz \
    понедельник пн вторник вт среда ср четверг чт пятница суббота сб воскресенье вс \
    日曜日 月曜日 火曜日 水曜日 木曜日 金曜日 土曜日 日 月 火 水 木 金 土 \
    星期一 星期二 星期三 星期四 星期五 星期六 星期日 星期天 周一 周二 周三 周四 周五 周六 周日 週一 週二 週三 週四 週五 週六 週日 \
    월요일 화요일 수요일 목요일 금요일 토요일 일요일 월 화 수 목 금 토 일";

/// Words in the name of a column of dates or times.
const COLUMNS: &str = "date dates datetime timestamp time times datum zeit uhrzeit zeitpunkt tag date heure jour fecha hora \
    día dia data ora giorno datum tijd tijdstip czas godzina dzień tid dato klokkeslæt klokkeslett tidspunkt čas tarih saat zaman \
    дата время at opened closed created updated unix epoch";

/// A half of the day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Half {
    Am,
    Pm,
}

static MONTH_NUMBERS: LazyLock<HashMap<String, i8>> = LazyLock::new(|| {
    let numbered = (1..).zip(MONTHS);
    numbered
        .flat_map(|(number, names)| names.split_whitespace().map(move |name| (fold(name), number)))
        .collect()
});

static DAY_NAMES: LazyLock<HashSet<String>> = LazyLock::new(|| DAYS.split_whitespace().map(fold).collect());

/// Whether the name of a column says date or time: `Closed At`, `Buchungsdatum`, `Fecha y hora`. A number of such a column is one.
#[must_use]
pub fn is_name(column: &str) -> bool {
    let name = fold(column);
    let words: Vec<&str> =
        name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_among = |word: &str| COLUMNS.split_whitespace().any(|known| fold(known) == word);
    let unspaced = ["日付", "日時", "時間", "時刻", "日期", "时间", "時間", "날짜", "시간", "일시"];
    words.iter().any(|word| is_among(word) || word.ends_with("datum") || word.ends_with("zeit"))
        || unspaced.iter().any(|known| name.contains(known))
}

/// The number of the month with this folded name.
pub(super) fn month(name: &str) -> Option<i8> {
    MONTH_NUMBERS.get(name).copied()
}

/// Whether a folded word is a day of the week. `mar` is also March; the reader knows from what stands beside it.
pub(super) fn is_day(name: &str) -> bool {
    name == "mar" || DAY_NAMES.contains(name)
}

/// The half of the day with this folded name, without points. Swedish `em` and Hungarian `du` are left out: they are `on` in
/// Portuguese and French.
pub(super) fn half(name: &str) -> Option<Half> {
    Some(match name {
        "a" | "am" | "πμ" | "oo" | "上午" | "午前" | "오전" | "凌晨" | "早上" | "dop" => Half::Am,
        "p" | "pm" | "μμ" | "os" | "下午" | "午後" | "오후" | "odp" => Half::Pm,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_is_of_two_months() {
        let mut known: HashMap<String, i8> = HashMap::new();
        for (number, names) in (1..).zip(MONTHS) {
            for name in names.split_whitespace() {
                let other = known.insert(fold(name), number);
                assert!(other.is_none_or(|other| other == number), "{name}: {other:?} and {number}");
            }
        }
    }

    #[test]
    fn name_of_a_column_says_date_or_time() {
        for name in [
            "Date",
            "Closed At",
            "closed_at",
            "Buchungsdatum",
            "Fecha y hora",
            "Uhrzeit",
            "日時",
            "Order Date",
        ] {
            assert!(is_name(name), "{name}");
        }
        for name in ["Amount", "Updates", "Order No.", "Overtime", "Candidate", "Timely", ""] {
            assert!(!is_name(name), "{name}");
        }
    }

    #[test]
    fn no_month_is_a_half_of_the_day() {
        assert!(MONTH_NUMBERS.keys().all(|name| half(name).is_none()));
    }
}
