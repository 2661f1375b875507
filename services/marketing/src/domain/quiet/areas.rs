//! The time zones of area codes (North American Numbering Plan, areas in service).

const EASTERN: &[&str] = &["America/New_York"];
const CENTRAL: &[&str] = &["America/Chicago"];
const MOUNTAIN: &[&str] = &["America/Denver"];
const PACIFIC: &[&str] = &["America/Los_Angeles"];
const EASTERN_CENTRAL: &[&str] = &["America/New_York", "America/Chicago"];
const CENTRAL_MOUNTAIN: &[&str] = &["America/Chicago", "America/Denver"];
const MOUNTAIN_PACIFIC: &[&str] = &["America/Denver", "America/Los_Angeles"];
/// Islands with Atlantic time all year.
const ISLANDS: &[&str] = &["America/Puerto_Rico"];

/// The area codes by time zones.
const AREAS: &[(&[&str], &[u16])] = &[
    (
        EASTERN,
        &[
            201, 202, 203, 207, 212, 215, 216, 220, 223, 227, 229, 234, 239, 240, 248, 252, 260, 267, 272,
            276, 283, 301, 302, 304, 305, 313, 315, 317, 321, 324, 326, 329, 330, 332, 336, 339, 347, 351,
            352, 363, 380, 386, 401, 404, 407, 410, 412, 413, 419, 434, 436, 440, 443, 445, 463, 470, 472,
            475, 478, 484, 502, 508, 513, 516, 517, 518, 540, 551, 561, 567, 570, 571, 582, 585, 586, 603,
            606, 607, 609, 610, 614, 616, 617, 624, 631, 640, 645, 646, 656, 667, 678, 679, 680, 681, 686,
            689, 703, 704, 706, 716, 717, 718, 724, 727, 728, 732, 734, 740, 743, 754, 757, 762, 765, 770,
            771, 772, 774, 781, 786, 802, 803, 804, 810, 813, 814, 821, 826, 828, 835, 838, 839, 843, 845,
            848, 854, 856, 857, 859, 860, 862, 863, 864, 865, 878, 904, 908, 910, 912, 914, 917, 919, 929,
            934, 937, 941, 943, 947, 948, 954, 959, 973, 978, 980, 984, 989,
        ],
    ),
    (EASTERN_CENTRAL, &[219, 231, 270, 364, 423, 448, 574, 812, 850, 906, 930]),
    (
        CENTRAL,
        &[
            205, 210, 214, 217, 218, 224, 225, 228, 235, 251, 254, 256, 262, 274, 281, 309, 312, 314, 316,
            318, 319, 320, 325, 327, 331, 334, 337, 346, 353, 361, 402, 405, 409, 414, 417, 430, 447, 464,
            469, 479, 501, 504, 507, 512, 515, 531, 534, 539, 557, 563, 572, 573, 601, 608, 612, 615, 618,
            621, 629, 630, 636, 641, 651, 659, 660, 662, 682, 708, 712, 713, 715, 726, 730, 731, 737, 763,
            769, 773, 779, 806, 815, 816, 817, 830, 832, 847, 861, 870, 872, 901, 903, 913, 918, 920, 924,
            931, 936, 938, 940, 945, 952, 956, 972, 975, 979, 985,
        ],
    ),
    (CENTRAL_MOUNTAIN, &[308, 432, 580, 605, 620, 701, 785]),
    (MOUNTAIN, &[303, 307, 385, 406, 435, 505, 575, 719, 720, 748, 801, 915, 970, 983]),
    (&["America/Phoenix"], &[480, 520, 602, 623]),
    (&["America/Phoenix", "America/Denver"], &[928]),
    (MOUNTAIN_PACIFIC, &[208, 458, 541, 775, 986]),
    (
        PACIFIC,
        &[
            206, 209, 213, 253, 279, 310, 323, 341, 350, 357, 360, 369, 408, 415, 424, 425, 442, 503, 509,
            510, 530, 559, 562, 564, 619, 626, 628, 650, 657, 661, 669, 702, 707, 714, 725, 738, 747, 760,
            805, 818, 820, 831, 837, 840, 858, 909, 916, 925, 949, 951, 971,
        ],
    ),
    (&["America/Anchorage", "America/Adak"], &[907]),
    (&["Pacific/Honolulu"], &[808]),
    (&["Pacific/Guam"], &[670, 671]),
    (&["Pacific/Pago_Pago"], &[684]),
    (ISLANDS, &[246, 264, 268, 284, 340, 473, 664, 721, 758, 767, 784, 787, 809, 829, 849, 868, 869, 939]),
    (&["America/Jamaica"], &[345, 658, 876]),
    (&["America/Nassau"], &[242]),
    (&["America/Grand_Turk"], &[649]),
    (&["Atlantic/Bermuda"], &[441]),
    (
        &["America/Toronto"],
        &[
            226, 249, 263, 289, 343, 354, 365, 382, 416, 437, 438, 450, 468, 514, 519, 548, 579, 613, 647,
            683, 705, 742, 753, 819, 873, 905, 942,
        ],
    ),
    (&["America/Toronto", "America/Winnipeg"], &[807]),
    (&["America/Toronto", "America/Halifax"], &[367, 418, 581]),
    (&["America/Winnipeg"], &[204, 431, 584]),
    (&["America/Regina", "America/Edmonton"], &[306, 474, 639]),
    (&["America/Edmonton"], &[368, 403, 587, 780, 825]),
    (&["America/Vancouver", "America/Edmonton"], &[236, 250, 257, 672, 778]),
    (&["America/Vancouver"], &[604]),
    (&["America/Halifax"], &[428, 506, 782, 902]),
    (&["America/St_Johns", "America/Halifax"], &[709, 879]),
    (&["America/Whitehorse", "America/Edmonton", "America/Winnipeg", "America/Toronto"], &[867]),
];

/// The IANA zones of an area code; none for an unknown one.
pub(super) fn zones_of(area: u16) -> Option<&'static [&'static str]> {
    AREAS.iter().find(|(_, codes)| codes.contains(&area)).map(|(zones, _)| *zones)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use saffron_core::Zone;

    use super::*;

    #[test]
    fn an_area_is_listed_once_and_has_clocks() {
        let mut seen = BTreeSet::new();
        for (zones, codes) in AREAS {
            for zone in *zones {
                assert!(zone.parse::<Zone>().is_ok(), "{zone}");
            }
            for code in *codes {
                assert!((201..=989).contains(code), "{code}");
                assert!(seen.insert(code), "{code} is listed twice");
            }
        }
        assert!(seen.len() > 400, "{}", seen.len());
        assert_eq!(zones_of(212), Some(EASTERN));
        assert_eq!(zones_of(928).map(<[_]>::len), Some(2));
        assert_eq!(zones_of(999), None);
    }
}
