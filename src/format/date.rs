//! Dates as the writers of SGF and GGF note them.

use jiff::SignedDuration;
use jiff::civil::{Date, DateTime, Time};

/// How many hours the zones are behind UTC in which the server of GGS has been.
const ZONES: [(&str, i64); 8] = [
    ("EST", 5),
    ("EDT", 4),
    ("CST", 6),
    ("CDT", 5),
    ("MST", 7),
    ("MDT", 6),
    ("PST", 8),
    ("PDT", 7),
];

/// Reads a day with the time behind it, in UTC: `2014-02-21 20:52:27 GMT`, `2009.03.14_18:20:11.MDT`, `2014-2-21`.
/// Without a time it is midnight. A time without a known zone is taken for UTC.
pub(super) fn read(text: &str) -> Option<DateTime> {
    let is_in_day = |c: char| c.is_ascii_digit() || matches!(c, '-' | '.');
    let end = text.find(|c| !is_in_day(c)).unwrap_or(text.len());
    let (day, rest) = text.split_at(end);
    let mut numbers = day.split(['-', '.']);
    let year = numbers.next().filter(|year| year.len() == 4)?;
    let mut number = || numbers.next().filter(|number| number.len() <= 2);
    let (month, day) = (number()?.parse().ok()?, number()?.parse().ok()?);
    let day = Date::new(year.parse().ok()?, month, day).ok()?;
    let rest = rest.get(1..).unwrap_or_default();
    let is_in_time = |c: char| c.is_ascii_digit() || c == ':';
    let (time, zone) = rest.split_at(rest.find(|c| !is_in_time(c)).unwrap_or(rest.len()));
    let time = Some(time).filter(|time| time.contains(':'));
    let Some(time) = time.and_then(|time| time.parse::<Time>().ok()) else {
        return Some(day.to_datetime(Time::midnight()));
    };
    let zone = zone.trim_start_matches([' ', '.', '_']);
    let behind = ZONES.iter().find(|(name, _)| zone.starts_with(*name));
    let hours = behind.map_or(0, |&(_, hours)| hours);
    let time = day.to_datetime(time);
    time.checked_add(SignedDuration::from_hours(hours)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_of_several_writers() {
        for (text, expected) in [
            ("2014-02-21 20:52:27 GMT", "2014-02-21T20:52:27"),
            ("2009.03.14_18:20:11.GMT", "2009-03-14T18:20:11"),
            ("2009.07.01_02:52:45.MDT", "2009-07-01T08:52:45"),
            ("2003.12.31_20:24:03.MST", "2004-01-01T03:24:03"),
            ("2000-4-16 11:13 EST", "2000-04-16T16:13:00"),
            ("2000-4-16 25:13 EST", "2000-04-16T00:00:00"),
            ("2026.11.23 08:53:17", "2026-11-23T08:53:17"),
            ("2014-2-21", "2014-02-21T00:00:00"),
            ("2026-11-1", "2026-11-01T00:00:00"),
            ("1996-05-06,07", "1996-05-06T00:00:00"),
        ] {
            let found = read(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(found.to_string(), expected, "{text}");
        }
        for text in [
            "",
            "1996",
            "1996-05",
            "1996-05,06",
            "1996-13-01",
            "1996-05-006",
            "6.5.1996",
            "96-05-06",
            "today",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
