//! What can be read off a script without running it: the parameters its functions
//! declare in doc comments, and the scripts it requires.

use std::ops::Range;

/// A function of a script as its comments declare it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Annotated {
    /// The name behind the module's: `visit` of `function harbour.visit(…)`.
    pub function: String,
    pub parameters: Vec<Parameter>,
    /// Bytes of the name in the source.
    pub span: Range<usize>,
}

/// `--- @param faces [int]  the lucky ones`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    pub name: String,
    pub kind: String,
}

/// The functions of a script, with the parameters declared right above them.
pub fn annotated_functions(source: &str) -> Vec<Annotated> {
    let mut functions = Vec::new();
    let mut parameters = Vec::new();
    let mut start = 0;
    for line in source.split_inclusive('\n') {
        let text = line.trim_start();
        let indent = line.len() - text.len();
        if let Some(comment) = text.strip_prefix("---") {
            let mut words = comment.split_whitespace();
            if words.next() == Some("@param")
                && let (Some(name), Some(kind)) = (words.next(), words.next())
            {
                parameters.push(Parameter {
                    name: name.to_string(),
                    kind: kind.to_string(),
                });
            }
        } else {
            if let Some(name) = function_name(text) {
                let offset = start + indent + (name.as_ptr() as usize - text.as_ptr() as usize);
                functions.push(Annotated {
                    function: name.to_string(),
                    parameters: std::mem::take(&mut parameters),
                    span: offset..offset + name.len(),
                });
            }
            parameters.clear();
        }
        start += line.len();
    }
    functions
}

/// `function module.name(` or `module.name = function(`
fn function_name(text: &str) -> Option<&str> {
    let is_name = |name: &str| !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    if let Some(rest) = text.strip_prefix("function ") {
        let path = rest.split('(').next()?.trim();
        let (_, name) = path.rsplit_once(['.', ':'])?;
        return is_name(name).then_some(name);
    }
    let (left, right) = text.split_once('=')?;
    if !right.trim_start().starts_with("function") {
        return None;
    }
    let (module, name) = left.trim().rsplit_once('.')?;
    (is_name(module) && is_name(name)).then_some(name)
}

/// The modules that a script requires, in order.
pub fn required_modules(source: &str) -> Vec<String> {
    first_arguments(source, "require")
}

/// The events of the game's own that a script makes happen.
pub fn own_events(source: &str) -> Vec<String> {
    first_arguments(source, "happen")
}

/// The texts that a function is called with.
fn first_arguments(source: &str, function: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in source.lines() {
        let code = line.split("--").next().unwrap_or_default();
        for part in code.split(function).skip(1) {
            let part = part.trim_start().trim_start_matches('(').trim_start();
            let Some(quote) = part.chars().next().filter(|&c| c == '"' || c == '\'') else {
                continue;
            };
            if let Some(name) = part[1..].split(quote).next() {
                found.push(name.to_string());
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_belong_to_the_function_below_them() {
        let source = "--- Rolls.\n--- @param faces [int] lucky ones\nfunction cards.lucky(effect)\nend\n\nfunction cards.plain()\nend\ncards.other = function() end\n";
        let functions = annotated_functions(source);
        let names: Vec<&str> = functions.iter().map(|f| f.function.as_str()).collect();
        assert_eq!(names, ["lucky", "plain", "other"]);
        assert_eq!(functions[0].parameters[0].kind, "[int]");
        assert!(functions[1].parameters.is_empty());
        assert_eq!(&source[functions[0].span.clone()], "lucky");
    }

    #[test]
    fn required_scripts_are_found_outside_comments() {
        let source = "local a = require(\"alpha\")\n-- require(\"no\")\nlocal b = require 'beta'";
        assert_eq!(required_modules(source), ["alpha", "beta"]);
    }
}
