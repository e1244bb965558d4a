//! Whether two configurations are those of the same match, and how they differ.

use crate::engines::EngineSpec;
use crate::protocol::ProtocolKind;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeSet;

/// A configuration with its engines as this version writes them. Earlier versions used other names for some
/// keys, and wrote the default values. Our own levels have no folder: they are the same engines wherever the program is, and its
/// checksum tells whether it has changed.
pub(super) fn current(config: &Value) -> Value {
    let mut config = config.clone();
    if let Some(engines) = config.get_mut("engines")
        && let Ok(mut specs) = Vec::<EngineSpec>::deserialize(&*engines)
    {
        specs
            .iter_mut()
            .filter(|spec| is_level(spec))
            .for_each(without_folder);
        if let Ok(value) = serde_json::to_value(specs) {
            *engines = value;
        }
    }
    config
}

/// Whether an engine is one of `--levels`.
fn is_level(spec: &EngineSpec) -> bool {
    let level = spec.level.map(|level| format!("level-{level}"));
    spec.protocol == Some(ProtocolKind::Gtp) && level.is_some_and(|name| name == spec.name)
}

/// Leaves out the folder of an engine's program.
fn without_folder(spec: &mut EngineSpec) {
    let words = shlex::split(&spec.command).unwrap_or_default();
    // The program may be on a machine of another system.
    if let [program] = &words[..]
        && let Some(name) = program.rsplit(['/', '\\']).next()
    {
        spec.command = name.to_owned();
    }
}

/// The differences of two configurations, as a sentence.
pub(super) fn differences(found: &Value, wanted: &Value) -> String {
    if !found.is_object() || !wanted.is_object() {
        return "its configuration is different".into();
    }
    let mut parts = Vec::new();
    collect("", Some(found), Some(wanted), &mut parts);
    parts.join("; ")
}

/// Collects the differences of two values. `path` is their place: `engines[1].options.hash`.
fn collect(path: &str, found: Option<&Value>, wanted: Option<&Value>, parts: &mut Vec<String>) {
    // A key without a value may be missing.
    let [found, wanted] = [found, wanted].map(|value| value.filter(|value| !value.is_null()));
    match (found, wanted) {
        (Some(Value::Object(before)), Some(Value::Object(now))) => {
            let keys: BTreeSet<_> = before.keys().chain(now.keys()).collect();
            let dot = if path.is_empty() { "" } else { "." };
            for key in keys {
                let path = format!("{path}{dot}{key}");
                collect(&path, before.get(key), now.get(key), parts);
            }
        }
        (Some(Value::Array(before)), Some(Value::Array(now))) => {
            for index in 0..before.len().max(now.len()) {
                let path = format!("{path}[{index}]");
                collect(&path, before.get(index), now.get(index), parts);
            }
        }
        _ if found == wanted => {}
        _ => parts.push(format!(
            "{path} was {}, now it is {}",
            shown(found),
            shown(wanted)
        )),
    }
}

/// A value. What has parts is cut, since the other one is no such value.
fn shown(value: Option<&Value>) -> String {
    const MAX_CHARS: usize = 200;
    match value {
        None => "nothing".to_owned(),
        Some(value @ (Value::Array(_) | Value::Object(_))) => {
            let text = value.to_string();
            match text.char_indices().nth(MAX_CHARS) {
                Some((end, _)) => format!("{}...", &text[..end]),
                None => text,
            }
        }
        Some(value) => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn levels_are_the_same_engines_in_any_folder() {
        let config = |command: &str, name: &str, proto: &str, level: u8| {
            let engine =
                json!({ "command": command, "name": name, "protocol": proto, "level": level });
            current(&json!({ "engines": [engine] }))
        };
        let one = config("/home/one/flipfive", "level-3", "gtp", 3);
        assert_eq!(
            one,
            config("'/home/number two/flipfive'", "level-3", "gtp", 3)
        );
        assert_eq!(one, config(r"'C:\games\flipfive'", "level-3", "gtp", 3));
        for (name, proto, level) in [
            ("level-3", "gtp", 4),
            ("level-3", "nboard", 3),
            ("mine", "gtp", 3),
        ] {
            let of = |folder: &str| config(&format!("{folder}/flipfive"), name, proto, level);
            assert_ne!(of("/one"), of("/two"));
        }
        let with =
            |argument: &str| config(&format!("/one/flipfive {argument}"), "level-3", "gtp", 3);
        assert_ne!(with("--hash 1"), with("--hash 2"));
    }

    #[test]
    fn the_part_that_differs_is_named() {
        let config = |hash: &str, game: &str| {
            let engine =
                |hash: &str| json!({ "command": "x".repeat(300), "options": { "hash": hash } });
            json!({ "engines": [engine("64"), engine(hash)], "game": game })
        };
        let found = config("64", "Renju");
        assert_eq!(differences(&found, &found), "");
        assert_eq!(
            differences(&found, &config("128", "Renju")),
            r#"engines[1].options.hash was "64", now it is "128""#
        );
        assert_eq!(
            differences(
                &json!({ "a": [1], "b": null }),
                &json!({ "a": [1, [2]], "c": true })
            ),
            "a[1] was nothing, now it is [2]; c was nothing, now it is true"
        );
        let missing = differences(&found, &json!({ "engines": [], "game": "Renju" }));
        let cut = missing
            .split("; ")
            .all(|part| part.ends_with("..., now it is nothing"));
        assert!(cut, "{missing}");
        assert_eq!(
            differences(&json!(1), &json!({})),
            "its configuration is different"
        );
    }
}
